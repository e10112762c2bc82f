import { rootNode } from '../../../schemas/index.ts'
import type { RequestPiece } from '../../model/arbitraries.ts'
import { weather } from './provoking.ts'

/** Pictures of each media type. */
export const sources = rootNode('messages/image-source').schema['examples'] as readonly unknown[]

const mark = { cache_control: { type: 'ephemeral' } }
const asked = { role: 'user', content: 'What is the weather in Oslo?' }
const picture = { type: 'image', source: sources[0] }

/** Returns a conversation that ends with results of the tool. `use` and `result` are members of the blocks. */
function toolLoop(results: readonly object[], use: object = {}): RequestPiece {
  const ids = results.map((_, index) => `toolu_loop_${index}`)
  const uses = ids.map((id) => ({ type: 'tool_use', id, name: weather.name, input: { city: 'Oslo' }, ...use }))
  const answers = results.map((result, index) => ({
    ...{ type: 'tool_result', tool_use_id: ids[index], content: 'Mild and dry.' },
    ...result,
  }))
  return {
    path: '/body/messages',
    value: [asked, { role: 'assistant', content: uses }, { role: 'user', content: answers }],
  }
}

/** Parts of requests whose members depend on one another, so that the schema alone does not give them. */
export const messagesPieces: readonly RequestPiece[] = [
  ...sources.flatMap((source) => [{}, mark].map((more) => ({ ...picture, source, ...more }))).map(asBlock),
  toolLoop([{}]),
  toolLoop([{ content: [{ type: 'text', text: 'Mild.' }] }, { is_error: true }], mark),
  toolLoop([{ content: [picture], ...mark }]),
  toolLoop([{ is_error: false, content: [{ type: 'text', text: 'Mild.' }, picture] }, {}, {}]),
]

function asBlock(block: object): RequestPiece {
  return { path: '/body/messages/*/content/*', value: block }
}
