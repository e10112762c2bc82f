import { isObject, type Members, member, membersOf } from '../../../../schemas/json.ts'
import { parseJson } from '../../../core/wire/parse-json.ts'

/** Joins the events of a stream to the message that a plain reply would be, as clients do to send it back. */
export function messageFrom(events: readonly unknown[]): Members {
  const blocks = new Map<unknown, Block>()
  let stopReason: unknown
  for (const event of events) {
    const index = member(event, 'index')
    const delta = membersOf(member(event, 'delta'))
    if (isObject(member(event, 'content_block'))) blocks.set(index, { ...membersOf(member(event, 'content_block')) })
    else if (member(event, 'type') === 'content_block_delta') extend(blocks.get(index), delta)
    else stopReason = delta['stop_reason'] ?? stopReason
  }
  return { content: [...blocks.values()].map(withInput), stop_reason: stopReason }
}

type Block = Record<string, unknown>

/** The members of a block that deltas add to. */
const growing = ['text', 'thinking', 'signature', 'partial_json'] as const

function extend(block: Block | undefined, delta: Members): void {
  if (block === undefined) return
  for (const name of growing) if (typeof delta[name] === 'string') block[name] = `${block[name] ?? ''}${delta[name]}`
}

/** Replaces the pieces of a tool's input with the input. */
function withInput({ partial_json: text, ...block }: Block): Members {
  if (typeof text !== 'string') return block
  return { ...block, input: parseJson(text) }
}
