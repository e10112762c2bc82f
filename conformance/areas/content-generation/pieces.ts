import type { RequestPiece } from '../../model/arbitraries.ts'
import { calledFunction, enums } from './arrange.ts'
import { documents, films, pictures, sounds } from './media.ts'

const asked = { role: 'user', parts: [{ text: 'What is the weather in Oslo?' }] }
const media = [pictures, documents, sounds, films].flatMap((all) => Object.values(all))

function piece(path: string, value: unknown): RequestPiece {
  return { path: `/body${path}`, value }
}

/** Returns a conversation that ends with the result of a function, in a turn of this role. */
function called(role: string, call: object, response: object): RequestPiece {
  return piece('/contents', [
    asked,
    { role: 'model', parts: [{ functionCall: { name: calledFunction, ...call } }] },
    { role, parts: [{ functionResponse: { name: calledFunction, response } }] },
  ])
}

/** Returns a conversation in which the model ran code. */
function ran(result: object): RequestPiece {
  const code = { language: 'PYTHON', code: 'print(2 + 2)' }
  return piece('/contents', [
    asked,
    { role: 'model', parts: [{ executableCode: code }, { codeExecutionResult: result }, { text: '4.' }] },
    asked,
  ])
}

/** Returns a request for output with this schema. */
function formed(responseSchema: object): RequestPiece {
  return piece('/generationConfig', { responseMimeType: 'application/json', responseSchema })
}

/** Parts of requests whose members depend on one another, so that the schema alone does not give them. */
export const contentPieces: readonly RequestPiece[] = [
  ...media.map(({ mimeType, data }, index) =>
    piece(
      '/contents/*/parts/*',
      [
        { inlineData: { mimeType, data } },
        { inline_data: { mime_type: mimeType, data } },
        { inlineData: { mime_type: mimeType, data } },
      ][index % 3],
    ),
  ),
  called('user', { args: { city: 'Oslo' } }, { weather: 'mild' }),
  called('function', {}, {}),
  called('tool', { args: {} }, { all: [1, 'two', null] }),
  ran({ outcome: 'OUTCOME_OK', output: '4' }),
  ran({ outcome: 'OUTCOME_FAILED' }),
  ran({ outcome: 'OUTCOME_DEADLINE_EXCEEDED', output: '' }),
  piece('/tools', [
    { functionDeclarations: [{ name: calledFunction }] },
    { functionDeclarations: [{ name: 'get_time' }] },
  ]),
  piece('/safetySettings', [
    { category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_ONLY_HIGH' },
    { category: 'HARM_CATEGORY_HATE_SPEECH', threshold: 'BLOCK_NONE' },
  ]),
  piece('/generationConfig', {}),
  piece('/generationConfig', { stopSequences: ['walrus', 'zebra', 'lantern', 'harbor', 'meadow'] }),
  piece('/generationConfig', { responseMimeType: 'text/x.enum', responseSchema: { type: 'STRING', enum: enums[1] } }),
  formed({ type: 'STRING', minLength: 3, maxLength: 9, description: 'A color.', example: 'red' }),
  formed({ type: 'ARRAY', items: { type: 'INTEGER', minimum: 1, maximum: 9 }, minItems: 1, maxItems: 3 }),
]
