import type { AreaArbitraries } from '../../../core/model/arbitraries.ts'

/** A tool that earlier turns and questions use. */
export const weather = {
  name: 'get_weather',
  input_schema: {
    type: 'object',
    properties: { city: { type: 'string' }, at: { type: 'object' }, tags: { type: 'array' } },
    required: ['city'],
  },
}

const clock = { ...weather, name: 'get_time' }
const weatherQuestion = { role: 'user', content: 'What is the weather in Oslo? Use the tool.' }
const both = { role: 'user', content: 'What are the weather and the time in Oslo? Use both tools.' }

/** Questions whose natural answer shows a certain behaviour. They are short because every token is billed. */
export const provokingMessages: AreaArbitraries['provoking'] = [
  {
    id: 'turns of one role in a row',
    body: {
      messages: [
        { role: 'user', content: 'One.' },
        { role: 'user', content: 'Two.' },
        { role: 'user', content: 'Three.' },
        { role: 'assistant', content: 'Four.' },
        { role: 'assistant', content: 'Five.' },
        { role: 'user', content: 'Say the next number.' },
      ],
    },
  },
  {
    id: 'a stop sequence that is met',
    body: {
      messages: [{ role: 'user', content: 'Repeat these words: red, green, blue' }],
      stop_sequences: ['walrus', 'blue'],
    },
  },
  {
    id: 'the first stop sequence met',
    body: {
      messages: [{ role: 'user', content: 'Repeat these words: red, green, blue' }],
      stop_sequences: ['green', 'walrus', 'zebra'],
    },
  },
  {
    id: 'a reply cut by its limit',
    body: { messages: [{ role: 'user', content: 'Count from one to fifty in words.' }], max_tokens: 5 },
  },
  {
    id: 'a tool used',
    body: { messages: [weatherQuestion], tools: [weather], tool_choice: { type: 'any' }, max_tokens: 512 },
  },
  {
    id: 'both tools used',
    body: { messages: [both], tools: [weather, clock], tool_choice: { type: 'any' }, max_tokens: 512 },
  },
  {
    id: 'at most one tool used',
    body: {
      messages: [both],
      tools: [weather, clock],
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
      max_tokens: 512,
    },
  },
  {
    id: 'exactly one tool used',
    body: {
      messages: [both],
      tools: [weather, clock],
      tool_choice: { type: 'any', disable_parallel_tool_use: true },
      max_tokens: 512,
    },
  },
  {
    // A target that only reads the first tool uses the wrong one.
    id: 'the second tool used',
    body: {
      messages: [both],
      tools: [clock, weather],
      tool_choice: { type: 'tool', name: weather.name, disable_parallel_tool_use: true },
      max_tokens: 512,
    },
  },
  {
    id: 'a thought',
    body: { messages: [weatherQuestion], thinking: { type: 'enabled', budget_tokens: 1025 }, max_tokens: 1200 },
    capability: 'thinking',
  },
  {
    id: 'a prefilled answer',
    body: {
      messages: [
        { role: 'user', content: 'Name a color of the rainbow.' },
        { role: 'assistant', content: 'One color of the rainbow is' },
      ],
    },
    capability: 'prefill',
  },
]
