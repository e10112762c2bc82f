import { isObject, itemsOf, type Members, member } from '../../../../schemas/json.ts'
import type { RequestValue } from '../../../model/operation.ts'
import type { Probe, ProbeAnswer } from '../../../model/plan.ts'
import { createMessage } from '../operations.ts'
import { asks, says } from '../request-values.ts'

const question = says('user', 'What is the weather in Oslo? Use the tool.')
const tools = [
  {
    name: 'get_weather',
    input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
]

/** A tool loop with the target's own tool use, under its own id (section 2.8). */
export default [
  {
    id: 'messages.own-tool-loop',
    operation: 'messages.create',
    purpose: "a tool use that the target asked for, sent back with its result under the target's own id",
    profile: 'standard',
    aims: ['messages.tool-loop-accepted'],
    requests: 2,
    cost: { calls: 2, images: 0 },
    readsReplies: 64 * 1024,
    *steps() {
      const [answer] = yield [createMessage.write(asks([question], { tools, tool_choice: { type: 'any' } }))]
      const next = resultFor(answer)
      if (next !== undefined) yield [createMessage.write(next)]
    },
  },
] satisfies readonly Probe[]

/** Returns the conversation with a result for each tool use of a reply; `undefined` if the reply has none. */
function resultFor(answer: ProbeAnswer | null | undefined): RequestValue | undefined {
  const said = itemsOf(member(answer?.json, 'content')).filter(isObject).filter(isSaid)
  const uses = said.filter(({ type }) => type === 'tool_use')
  if (uses.length === 0) return undefined
  const results = uses.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: 'Mild and dry.' }))
  return asks([question, says('assistant', said.map(asRequested)), says('user', results)], { tools })
}

/** Returns whether section 2.8 lists the block for a request. An empty text is not allowed there. */
function isSaid({ type, text }: Members): boolean {
  return type === 'tool_use' || (type === 'text' && typeof text === 'string' && text.trim() !== '')
}

function asRequested({ type, text, id, name, input }: Members): Members {
  return type === 'text' ? { type, text } : { type, id, name, input }
}
