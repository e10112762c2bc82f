import type { Template } from '../../../core/model/operation.ts'
import { asks, messageTurn, streamed } from './request-values.ts'

const question = messageTurn('user', 'Name a color of the rainbow.')
const plain = asks([question])

const weather = {
  name: 'get_weather',
  input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}
const weatherQuestion = messageTurn('user', 'What is the weather in Oslo? Use the tool.')
const tools = asks([weatherQuestion], { tools: [weather], tool_choice: { type: 'any' } })

/** A tool was used, and its result is sent back (section 2.8, tool loop). */
const toolLoop = asks(
  [
    weatherQuestion,
    messageTurn('assistant', [usesTool('toolu_01', weather.name)]),
    messageTurn('user', [{ type: 'tool_result', tool_use_id: 'toolu_01', content: 'Mild and dry.' }]),
  ],
  { tools: [weather] },
)

/** A second tool with the same input, so that only the name in a reply shows which one is used. */
const clock = { ...weather, name: 'get_time' }

/**
 * Several blocks, tools and stop sequences, and one pair of tool use and result, so that each feature is distinct.
 * Forces the second tool, to detect servers that only read the first.
 */
const several = asks(
  [
    messageTurn('user', 'What are the time and the weather in Oslo?'),
    messageTurn('user', [text('Use the tools.'), text('Begin with the time.')]),
    messageTurn('assistant', [usesTool('toolu_01', clock.name)]),
    messageTurn('user', [
      {
        type: 'tool_result',
        tool_use_id: 'toolu_01',
        content: [text('It is noon.'), text('It is Sunday.')],
        is_error: false,
      },
    ]),
  ],
  {
    tools: [clock, weather],
    tool_choice: { type: 'tool', name: weather.name, disable_parallel_tool_use: true },
    stop_sequences: ['zebra', 'walrus'],
  },
)

/** A conversation that asks for two tools at once, so that a reply with several blocks does not depend on chance. */
const bothTools = asks(
  [
    messageTurn('user', 'Good morning.'),
    messageTurn('assistant', 'Good morning. What can I find out?'),
    messageTurn('user', 'What are the weather and the time in Oslo? Use both tools.'),
  ],
  { tools: [weather, clock], tool_choice: { type: 'any' } },
)

/** Allows only one tool, although the question asks for two. */
const oneAtMost = asks([messageTurn('user', 'What are the weather and the time in Oslo? Use both tools.')], {
  tools: [weather, clock],
  tool_choice: { type: 'auto', disable_parallel_tool_use: true },
})

const thinking = asks([question], { max_tokens: 1200, thinking: { type: 'enabled', budget_tokens: 1025 } })
/** A natural answer contains the stop sequence, so that requirements on it do not depend on chance. */
const stopping = asks([messageTurn('user', 'Repeat these words: red, green, blue')], {
  stop_sequences: ['walrus', 'blue'],
})
const blocks = asks([messageTurn('user', [text('Name a color of the rainbow.')])])
const prefill = asks([question, messageTurn('assistant', 'One color of the rainbow is')])

/**
 * The smallest set of valid requests to which every listed field and value can be added. Features that need more than
 * one change (several turns, a tool loop, a budget below a limit) have their own template.
 */
export default [
  { id: 'plain', operation: 'messages.create', value: plain, smoke: true },
  { id: 'blocks', operation: 'messages.create', value: blocks },
  {
    id: 'conversation',
    operation: 'messages.create',
    value: asks([question, messageTurn('assistant', 'Red.'), messageTurn('user', 'Name another one.')]),
  },
  { id: 'stop-sequence', operation: 'messages.create', value: stopping },
  {
    id: 'same-role-turns',
    operation: 'messages.create',
    value: asks([messageTurn('user', 'Here is a question.'), messageTurn('user', 'Answer in one word.'), question]),
  },
  { id: 'prefill', operation: 'messages.create', value: prefill, capabilities: ['prefill'] },
  {
    id: 'assistant-turns',
    operation: 'messages.create',
    value: asks([question, messageTurn('assistant', 'There are seven.'), messageTurn('assistant', 'One of them is')]),
    capabilities: ['prefill'],
  },
  { id: 'tools', operation: 'messages.create', value: tools },
  { id: 'tool-loop', operation: 'messages.create', value: toolLoop },
  { id: 'several', operation: 'messages.create', value: several },
  { id: 'thinking', operation: 'messages.create', value: thinking, capabilities: ['thinking'] },
  { id: 'plain', operation: 'messages.stream', value: streamed(plain), smoke: true },
  { id: 'blocks', operation: 'messages.stream', value: streamed(blocks) },
  { id: 'prefill', operation: 'messages.stream', value: streamed(prefill), capabilities: ['prefill'] },
  { id: 'tools', operation: 'messages.stream', value: streamed(tools) },
  { id: 'tool-loop', operation: 'messages.stream', value: streamed(toolLoop) },
  { id: 'both-tools', operation: 'messages.stream', value: streamed(bothTools) },
  { id: 'one-tool-at-most', operation: 'messages.stream', value: streamed(oneAtMost) },
  { id: 'several', operation: 'messages.stream', value: streamed(several) },
  { id: 'thinking', operation: 'messages.stream', value: streamed(thinking), capabilities: ['thinking'] },
] as const satisfies readonly Template[]

function text(words: string) {
  return { type: 'text', text: words }
}

function usesTool(id: string, name: string) {
  return { type: 'tool_use', id, name, input: { city: 'Oslo' } }
}
