import { pictures } from '../media.ts'
import { ask, question } from '../templates/build.ts'
import { oneRequest } from './one-request.ts'

/** A call that has to be made, with arguments, of one function of two. */
export const call = question('What is the weather in Oslo?', {
  tools: [
    {
      functionDeclarations: [
        {
          name: 'get_weather',
          description: 'Gives the weather of a city.',
          parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
        },
        { name: 'get_time', description: 'Gives the time of day.' },
      ],
    },
  ],
  toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['get_weather'] } },
})

/** JSON of a shape with objects, lists and numbers. */
export const jsonObject = question('Describe a fruit basket.', {
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
 * The listed snake_case words together, the way examples of the document use them. The picture and the mode are other
 * ones than single words are shown with: a target that refuses those has not refused the words.
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

/** Requests whose answers can be held against what they ask for, richer than what shows that each thing is accepted. */
export default [
  oneRequest('call', 'a function call with arguments', call, [
    'content.mode-any-calls-a-function',
    'content.called-function-allowed',
    'content.call-args-fit-parameters',
  ]),
  oneRequest('json-object', 'JSON of a given shape', jsonObject, [
    'content.json-mode-parses',
    'content.json-mode-fits-schema',
  ]),
  oneRequest('snake-case', 'a request in snake_case', snakeCase, ['content.combinations-accepted']),
]
