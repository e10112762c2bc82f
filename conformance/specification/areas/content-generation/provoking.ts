import type { Members } from '../../../../schemas/json.ts'
import type { AreaArbitraries } from '../../../core/model/arbitraries.ts'
import { forcedNames } from '../vocabulary.ts'
import { longestName } from './arrange.ts'

const asked = (text: string) => [{ parts: [{ text }] }]
export const weatherFunction = {
  name: 'get_weather',
  description: 'Gives the weather of a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}
const forced = { ...weatherFunction, name: forcedNames['of an MCP server'] }
const long = { ...weatherFunction, name: forcedNames['of 64 characters'].slice(0, longestName) }
const dashed = { ...weatherFunction, name: forcedNames['with dashes'] }
const clock = { name: 'get_time', description: 'Gives the time of day.' }

/** Questions whose natural answer shows a certain behaviour. They are short because every token is billed. */
export const provokingContents: AreaArbitraries['provoking'] = [
  {
    id: 'the first stop sequence met, of several words',
    body: {
      contents: asked('Repeat these lines:\nthe red fox\nran home, the end'),
      generationConfig: { stopSequences: ['red fox\nran home', 'walrus', 'zebra'] },
    },
  },
  {
    id: 'the last of five stop sequences met',
    body: {
      contents: asked('Repeat these words: red, green, blue'),
      generationConfig: { stopSequences: ['walrus', 'zebra', 'a lantern', 'two\nlines', 'blue'] },
    },
  },
  {
    id: 'a reply cut by its limit',
    body: { contents: asked('Count from one to fifty in words.'), generationConfig: { maxOutputTokens: 5 } },
  },
  {
    // The question and the order of the declarations both suggest another function.
    id: 'the last of four functions called',
    body: {
      contents: asked('What time is it in Oslo?'),
      tools: [{ functionDeclarations: [clock, weatherFunction, dashed, forced] }],
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: [forced.name] } },
    },
  },
  {
    id: 'a function called',
    body: {
      contents: asked('What is the weather in Oslo? Use the function.'),
      tools: [{ functionDeclarations: [long] }],
      toolConfig: { functionCallingConfig: { mode: 'ANY' } },
    },
  },
  {
    id: 'a function called by each candidate',
    body: {
      contents: asked('What is the weather in Oslo? Use the function.'),
      tools: [{ functionDeclarations: [long] }],
      toolConfig: { functionCallingConfig: { mode: 'ANY' } },
      generationConfig: { candidateCount: 2 },
    },
  },
  {
    id: 'no function called',
    body: {
      contents: asked('What is the weather in Oslo?'),
      tools: [{ functionDeclarations: [weatherFunction] }],
      toolConfig: { functionCallingConfig: { mode: 'NONE' } },
    },
  },
  {
    id: 'functions that may be called',
    body: {
      contents: asked('What are the weather and the time in Oslo? Use both functions.'),
      tools: [{ functionDeclarations: [dashed, clock] }],
    },
  },
  {
    id: 'code run',
    body: { contents: asked('What is the sum of the first ten primes? Run code.'), tools: [{ codeExecution: {} }] },
    capability: 'code-execution',
  },
  ...jsonAnswers([
    ['a text in JSON', 'On which day did the year 2000 begin?', { type: 'STRING' }],
    ['a number in JSON', 'How many days has a week?', { type: 'NUMBER' }],
    ['a date in JSON', 'On which day did the year 2000 begin?', { type: 'STRING', format: 'date' }],
    ['a word of a list in JSON', 'Which of these is a fruit?', { type: 'STRING', enum: ['apple', 'candle', 'door'] }],
    [
      'an object in JSON',
      'Describe a fruit basket.',
      {
        type: 'OBJECT',
        properties: {
          fruits: { type: 'ARRAY', items: { type: 'STRING' }, minItems: 3, maxItems: 5 },
          flowers: { type: 'ARRAY', items: { type: 'STRING' }, minItems: 0, maxItems: 2 },
          weight: { type: 'NUMBER', minimum: 0.5, maximum: 8 },
        },
        required: ['fruits', 'weight'],
      },
    ],
  ]),
  {
    id: 'a number in JSON by response_schema',
    body: {
      contents: asked('How many days has a week?'),
      generationConfig: { responseMimeType: 'application/json', response_schema: { type: 'NUMBER' } },
    },
  },
  {
    id: 'a member of an enum',
    body: {
      contents: asked('Which of these is a fruit?'),
      generationConfig: {
        responseMimeType: 'text/x.enum',
        responseSchema: { type: 'STRING', enum: ['a ripe apple', 'a wax candle', 'a front door, painted'] },
      },
    },
  },
  { id: 'two candidates', body: { generationConfig: { candidateCount: 2 } } },
  {
    id: 'log probabilities',
    body: { generationConfig: { responseLogprobs: true, logprobs: 2 } },
    capability: 'logprobs',
  },
]

function jsonAnswers(
  all: readonly (readonly [id: string, question: string, responseSchema: Members])[],
): AreaArbitraries['provoking'] {
  return all.map(([id, question, responseSchema]) => ({
    id,
    body: { contents: asked(question), generationConfig: { responseMimeType: 'application/json', responseSchema } },
  }))
}
