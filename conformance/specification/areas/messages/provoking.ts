import type { AreaArbitraries } from '../../../core/model/arbitraries.ts'
import { forcedNames } from '../vocabulary.ts'

/** A tool that earlier turns and questions use. */
export const weather = {
  name: 'get_weather',
  input_schema: {
    type: 'object',
    properties: { city: { type: 'string' }, at: { type: 'object' }, tags: { type: 'array' } },
    required: ['city'],
  },
}

const forced = { ...weather, name: forcedNames['of an MCP server'] }
const long = { ...weather, name: forcedNames['of 64 characters'] }
const dashed = { ...weather, name: forcedNames['with dashes'] }
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
    id: 'the first stop sequence met, of several words',
    body: {
      messages: [{ role: 'user', content: 'Repeat these lines:\nthe red fox\nran home, the end' }],
      stop_sequences: ['red fox\nran home', 'walrus', 'zebra'],
    },
  },
  {
    id: 'the last of five stop sequences met',
    body: {
      messages: [{ role: 'user', content: 'Repeat these words: red, green, blue' }],
      stop_sequences: ['walrus', 'zebra', 'a lantern', 'two\nlines', 'blue'],
    },
  },
  {
    id: 'a reply cut by its limit',
    body: { messages: [{ role: 'user', content: 'Count from one to fifty in words.' }], max_tokens: 5 },
  },
  {
    id: 'a tool used',
    body: { messages: [weatherQuestion], tools: [long], tool_choice: { type: 'any' }, max_tokens: 512 },
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
      tools: [dashed, clock],
      tool_choice: { type: 'any', disable_parallel_tool_use: true },
      max_tokens: 512,
    },
  },
  {
    // A target that only reads the first tool uses the wrong one.
    id: 'the last of four tools used',
    body: {
      messages: [both],
      tools: [clock, weather, dashed, forced],
      tool_choice: { type: 'tool', name: forced.name, disable_parallel_tool_use: true },
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
