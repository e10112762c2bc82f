import type { Template } from '../../model/operation.ts'
import { asks, says, streamed } from './request-values.ts'

const question = says('user', 'Name a color of the rainbow.')
const plain = asks([question])

const weather = {
  name: 'get_weather',
  input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}
const weatherQuestion = says('user', 'What is the weather in Oslo? Use the tool.')
const tools = asks([weatherQuestion], { tools: [weather] })

/** A tool was used and its result is sent back (section 2.8, tool loop). */
const toolLoop = asks(
  [
    weatherQuestion,
    says('assistant', [{ type: 'tool_use', id: 'toolu_01', name: 'get_weather', input: { city: 'Oslo' } }]),
    says('user', [{ type: 'tool_result', tool_use_id: 'toolu_01', content: 'Mild and dry.' }]),
  ],
  { tools: [weather] },
)

const thinking = asks([question], { max_tokens: 1200, thinking: { type: 'enabled', budget_tokens: 1025 } })
/** Whoever does what is asked meets the sequence: what is said of it then is not to depend on luck. */
const stopping = asks([says('user', 'Repeat these words: red, green, blue')], { stop_sequences: ['blue'] })
const blocks = asks([says('user', [{ type: 'text', text: 'Name a color of the rainbow.' }])])

/**
 * Known-good requests, as few as every listed field and value can be added to: what takes more than one change to
 * reach (several turns, a tool loop, a budget below a limit) needs a template, the rest does not.
 */
export default [
  { id: 'plain', operation: 'messages.create', value: plain, smoke: true },
  { id: 'blocks', operation: 'messages.create', value: blocks },
  {
    id: 'conversation',
    operation: 'messages.create',
    value: asks([question, says('assistant', 'Red.'), says('user', 'Name another one.')]),
  },
  { id: 'stop-sequence', operation: 'messages.create', value: stopping },
  {
    id: 'same-role-turns',
    operation: 'messages.create',
    value: asks([says('user', 'Here is a question.'), question]),
  },
  {
    id: 'prefill',
    operation: 'messages.create',
    value: asks([question, says('assistant', 'One color of the rainbow is')]),
    capabilities: ['prefill'],
  },
  { id: 'tools', operation: 'messages.create', value: tools },
  { id: 'tool-loop', operation: 'messages.create', value: toolLoop },
  { id: 'thinking', operation: 'messages.create', value: thinking, capabilities: ['thinking'] },
  { id: 'plain', operation: 'messages.stream', value: streamed(plain), smoke: true },
  { id: 'blocks', operation: 'messages.stream', value: streamed(blocks) },
  { id: 'tools', operation: 'messages.stream', value: streamed(tools) },
  { id: 'tool-loop', operation: 'messages.stream', value: streamed(toolLoop) },
  { id: 'thinking', operation: 'messages.stream', value: streamed(thinking), capabilities: ['thinking'] },
] as const satisfies readonly Template[]
