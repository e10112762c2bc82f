import { rootNode } from '../../../../schemas/index.ts'
import type { RequestPiece } from '../../../core/model/arbitraries.ts'
import { argumentSchemas } from '../argument-schemas.ts'
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
    type: 'tool_result',
    tool_use_id: ids[index],
    content: 'Mild and dry.',
    ...result,
  }))
  return {
    path: '/body/messages',
    value: [asked, { role: 'assistant', content: uses }, { role: 'user', content: answers }],
  }
}

/** Returns a conversation that uses tools with these names, besides the usual one. */
function named(...names: readonly string[]): RequestPiece {
  const uses = names.map((name) => ({ type: 'tool_use', id: `toolu_${name}`, name, input: {} }))
  const results = uses.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: texts(12) }))
  const messages = [asked, { role: 'assistant', content: uses }, { role: 'user', content: results }]
  return body({ messages, tools: names.map((name) => ({ name, input_schema: { type: 'object' } })) })
}

function body(members: object): RequestPiece {
  return { path: '/body', value: { model: 'messages-model-1', max_tokens: 64, ...members } }
}

function texts(count: number): readonly object[] {
  return Array.from({ length: count }, (_, index) => ({ type: 'text', text: `Line ${index}.` }))
}

/** Tools with arguments of every size. */
const tools = argumentSchemas.map((schema, index) => ({ name: `tool_${index}`, input_schema: schema }))

function marked(onBlocks: number, onTools: number): RequestPiece {
  const content = texts(onBlocks + 1).map((block, index) => (index < onBlocks ? { ...block, ...mark } : block))
  const own = tools.slice(0, onTools + 1).map((tool, index) => (index < onTools ? { ...tool, ...mark } : tool))
  return body({ messages: [{ role: 'user', content }], tools: own })
}

/** Parts of requests whose members depend on one another, so that the schema alone does not give them. */
export const messagesPieces: readonly RequestPiece[] = [
  ...sources.flatMap((source) => [{}, mark].map((more) => ({ ...picture, source, ...more }))).map(asBlock),
  toolLoop([{}]),
  toolLoop([{ content: [{ type: 'text', text: 'Mild.' }] }, { is_error: true }], mark),
  toolLoop([{ content: [picture], ...mark }]),
  toolLoop([{ is_error: false, content: [{ type: 'text', text: 'Mild.' }, picture] }, {}, {}]),
  named('A', 'do'),
  marked(2, 0),
  marked(2, 2),
  body({ messages: [{ role: 'user', content: [...texts(11), picture] }], tools, stop_sequences: ['walrus', 'zebra'] }),
]

function asBlock(block: object): RequestPiece {
  return { path: '/body/messages/*/content/*', value: block }
}
