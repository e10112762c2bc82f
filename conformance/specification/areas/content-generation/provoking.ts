import type { Members } from '../../../../schemas/json.ts'
import type { AreaArbitraries, Deciding } from '../../../core/model/arbitraries.ts'
import { forcedNames } from '../vocabulary.ts'

const asked = (text: string) => [{ parts: [{ text }] }]
const weather = {
  name: 'get_weather',
  description: 'Gives the weather of a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}
const clock = { name: 'get_time', description: 'Gives the time of day.' }

/** Questions whose natural answer shows a certain behaviour. They are short because every token is billed. */
export const provokingContents: AreaArbitraries['provoking'] = [
  {
    id: 'a stop sequence that is met',
    body: {
      contents: asked('Repeat these words: red, green, blue'),
      generationConfig: { stopSequences: ['walrus', 'blue'] },
    },
  },
  {
    id: 'a reply cut by its limit',
    body: { contents: asked('Count from one to fifty in words.'), generationConfig: { maxOutputTokens: 5 } },
  },
  {
    id: 'a stop sequence of several words',
    body: {
      contents: asked('Repeat these words: the red fox ran home, the end'),
      generationConfig: { stopSequences: ['fox ran home'] },
    },
  },
  {
    id: 'the last of five stop sequences, with a line break',
    body: {
      contents: asked('Repeat these lines:\nred\ngreen\nblue'),
      generationConfig: { stopSequences: ['walrus', 'zebra', 'a lantern', 'two\nlines', 'green\nblue'] },
    },
  },
  {
    // The question and the order of the declarations both suggest the other function.
    id: 'the second function called',
    body: {
      contents: asked('What time is it in Oslo?'),
      tools: [{ functionDeclarations: [clock, weather] }],
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['get_weather'] } },
    },
  },
  {
    id: 'a function called',
    body: {
      contents: asked('What is the weather in Oslo? Use the function.'),
      tools: [{ functionDeclarations: [weather] }],
      toolConfig: { functionCallingConfig: { mode: 'ANY' } },
    },
  },
  {
    id: 'a function called by each candidate',
    body: {
      contents: asked('What is the weather in Oslo? Use the function.'),
      tools: [{ functionDeclarations: [weather] }],
      toolConfig: { functionCallingConfig: { mode: 'ANY' } },
      generationConfig: { candidateCount: 2 },
    },
  },
  {
    id: 'no function called',
    body: {
      contents: asked('What is the weather in Oslo?'),
      tools: [{ functionDeclarations: [weather] }],
      toolConfig: { functionCallingConfig: { mode: 'NONE' } },
    },
  },
  {
    id: 'functions that may be called',
    body: {
      contents: asked('What are the weather and the time in Oslo? Use both functions.'),
      tools: [{ functionDeclarations: [weather, clock] }],
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
          fruits: { type: 'ARRAY', items: { type: 'STRING' }, minItems: 1, maxItems: 3 },
          weight: { type: 'NUMBER', minimum: 0.5, maximum: 8 },
        },
        required: ['fruits', 'weight'],
      },
    ],
  ]),
  {
    id: 'JSON cut by its limit',
    body: {
      contents: asked('Name thirty fruits.'),
      generationConfig: {
        responseMimeType: 'application/json',
        responseSchema: { type: 'ARRAY', items: { type: 'STRING' }, minItems: 30 },
        maxOutputTokens: 12,
      },
    },
  },
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
        responseSchema: { type: 'STRING', enum: ['apple', 'candle', 'door'] },
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

const named = Object.values(forcedNames).map((name) => ({ ...weather, name }))
const others = ['get_news', 'list-files', 'Read', 'search', 'Bash', 'a', 'note', 'to_do'].map((name) => ({
  ...clock,
  name,
}))
const counts: Deciding['kinds'] = {
  candidates: Object.fromEntries([2, 4].map((count) => [count, { generationConfig: { candidateCount: count } }])),
}

function declared(functionDeclarations: readonly unknown[]): Members {
  return { tools: [{ functionDeclarations }] }
}

function called(functionCallingConfig: Members): Members {
  return { toolConfig: { functionCallingConfig } }
}

function formed(responseMimeType: string, responseSchema: Members): Members {
  return { generationConfig: { responseMimeType, responseSchema } }
}

const fruit = { type: 'STRING', enum: ['apple', 'candle', 'door'] }

/** The members that decide calls and forms of output together. A target may only read the first function. */
export const decidingContents: readonly Deciding[] = [
  {
    kinds: {
      ...counts,
      functions: {
        ...Object.fromEntries(
          named.flatMap((one) => [
            [`one, ${one.name}`, declared([one])],
            [`two, the second ${one.name}`, declared([clock, one])],
          ]),
        ),
        four: declared([clock, ...named]),
        twelve: declared([...others, clock, ...named]),
      },
      mode: {
        any: called({ mode: 'ANY' }),
        none: called({ mode: 'NONE' }),
        'one of three names': called({ mode: 'ANY', allowedFunctionNames: named.map(({ name }) => name) }),
        ...Object.fromEntries(
          Object.entries(forcedNames).map(([form, name]) => [
            `a name ${form}`,
            called({ mode: 'ANY', allowedFunctionNames: [name] }),
          ]),
        ),
      },
    },
  },
  {
    kinds: {
      ...counts,
      form: {
        'a word in JSON': formed('application/json', fruit),
        'a word': formed('text/x.enum', fruit),
        'three words in JSON': formed('application/json', { type: 'ARRAY', items: fruit, minItems: 3, maxItems: 6 }),
        'an object in JSON': formed('application/json', {
          type: 'OBJECT',
          properties: { fruit, others: { type: 'ARRAY', items: { type: 'STRING' }, minItems: 0 } },
          required: ['fruit'],
        }),
      },
      'stop sequences': {
        five: { generationConfig: { stopSequences: ['walrus', 'zebra', 'a lantern', 'two\nlines', '~'] } },
      },
    },
  },
]
