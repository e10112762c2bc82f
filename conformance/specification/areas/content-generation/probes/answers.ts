import { pictures } from '../media.ts'
import { generateContent, streamContent } from '../operations.ts'
import { ask, question } from '../templates/build.ts'
import { chosenFunction, codeExecution } from '../templates/tools.ts'
import { snakeCasePicture } from '../templates/turns.ts'
import { oneRequest } from './one-request.ts'

/** Requests JSON with objects, lists and numbers. */
export const fruitBasket = question('Describe a fruit basket.', {
  generationConfig: {
    responseMimeType: 'application/json',
    responseSchema: {
      type: 'OBJECT',
      properties: {
        label: { type: 'STRING', enum: ['small', 'large'] },
        fruits: { type: 'ARRAY', items: { type: 'STRING' }, minItems: 1 },
        count: { type: 'INTEGER', minimum: 1 },
        isRipe: { type: 'BOOLEAN' },
      },
      required: ['label', 'fruits', 'count'],
    },
  },
})

/**
 * Uses all listed snake_case names in one request, like examples of the specification. Its picture and mode differ from
 * those of requests for single names, so a target that only rejects these values is not reported for the names.
 */
export const snakeCase = ask({
  system_instruction: { parts: [{ text: 'Answer in one word.' }] },
  contents: [
    {
      parts: [
        { text: 'Which color is this picture?' },
        { inline_data: { mime_type: pictures.jpeg.mimeType, data: pictures.jpeg.data } },
      ],
    },
  ],
  tools: [{ function_declarations: [{ name: 'get_weather' }] }],
  tool_config: { function_calling_config: { mode: 'NONE' } },
})

/** Declares and forces a function in snake_case, to detect servers that accept those names and ignore them. */
const snakeCaseCall = question('Name a color.', {
  tools: [{ function_declarations: [{ name: 'get_weather' }] }],
  tool_config: { function_calling_config: { mode: 'ANY' } },
})

/** Asks for the weather but forbids, in snake_case, the function that returns it. */
const snakeCaseSilence = question('What is the weather in Oslo?', {
  tools: [{ functionDeclarations: [{ name: 'get_weather' }] }],
  tool_config: { function_calling_config: { mode: 'NONE' } },
})

/** Requests JSON in snake_case without a schema, to detect servers that accept the name and ignore it. */
const snakeCaseJson = question('Name a color.', { generationConfig: { response_mime_type: 'application/json' } })

/**
 * Uses several of everything that allows several, a limit that is too small for the answer, and functions that may not
 * be called. One stream can then reveal an error in any of them.
 */
export const several = question('Count from one to one hundred in words. Begin with the weather in Oslo.', {
  tools: [
    { functionDeclarations: [{ name: 'get_weather' }] },
    { functionDeclarations: [{ name: 'get_time' }, { name: 'get_date' }] },
  ],
  toolConfig: { functionCallingConfig: { mode: 'NONE' } },
  safetySettings: [
    { category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_ONLY_HIGH' },
    { category: 'HARM_CATEGORY_HATE_SPEECH', threshold: 'BLOCK_ONLY_HIGH' },
  ],
  generationConfig: { candidateCount: 2, maxOutputTokens: 24 },
})

/**
 * Requests with replies that can be checked against them. They are richer than the requests that show single features.
 */
export default [
  oneRequest(generateContent, 'call', 'a function call with arguments', chosenFunction, [
    'content.mode-any-calls-a-function',
    'content.called-function-allowed',
    'content.call-args-fit-parameters',
  ]),
  oneRequest(generateContent, 'json-object', 'JSON of a given shape', fruitBasket, [
    'content.json-mode-parses',
    'content.json-mode-fits-schema',
  ]),
  oneRequest(generateContent, 'snake-case', 'a request in snake_case', snakeCase, ['content.combinations-accepted']),
  oneRequest(generateContent, 'snake-case-call', 'a function call demanded in snake_case', snakeCaseCall, [
    'content.mode-any-calls-a-function',
  ]),
  oneRequest(generateContent, 'snake-case-silence', 'a function call forbidden in snake_case', snakeCaseSilence, [
    'content.mode-none-calls-nothing',
  ]),
  oneRequest(generateContent, 'snake-case-json', 'JSON demanded in snake_case', snakeCaseJson, [
    'content.json-mode-parses',
  ]),
  // Sends the same PNG with the other spelling. If this is accepted, a rejection of one spelling is not a rejection of
  // the format.
  oneRequest(streamContent, 'snake-case-picture', 'a PNG image with its type in snake_case', snakeCasePicture, [
    'content.mime-type-snake-case-accepted',
  ]),
  oneRequest(streamContent, 'snake-case-call', 'a function call demanded in snake_case', snakeCaseCall, [
    'content.stream-mode-any-calls-a-function',
  ]),
  oneRequest(streamContent, 'snake-case-json', 'JSON demanded in snake_case', snakeCaseJson, [
    'content.stream-json-mode-parses',
  ]),
  {
    ...oneRequest(streamContent, 'code', 'code that is run in a stream', codeExecution, [
      'content.stream-code-before-result',
    ]),
    capability: 'code-execution' as const,
  },
  oneRequest(streamContent, 'several', 'several tools, safety settings and candidates in a stream', several, [
    'content.combinations-accepted',
    'content.stream-mode-none-calls-nothing',
    'content.candidate-count',
    'content.max-output-tokens-kept',
  ]),
]
