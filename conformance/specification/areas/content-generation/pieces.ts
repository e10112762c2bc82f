import type { RequestPiece } from '../../../core/model/arbitraries.ts'
import { argumentSchemas } from '../argument-schemas.ts'
import { calledFunction, enums } from './arrange.ts'
import { documents, films, pictures, sounds } from './media.ts'

const asked = { role: 'user', parts: [{ text: 'What is the weather in Oslo?' }] }
const media = [pictures, documents, sounds, films].flatMap((all) => Object.values(all))

/** Categories that every request may name. */
const harms = [
  ...['DEROGATORY', 'TOXICITY', 'VIOLENCE', 'SEXUAL', 'MEDICAL', 'DANGEROUS', 'HARASSMENT', 'HATE_SPEECH'],
  ...['SEXUALLY_EXPLICIT', 'DANGEROUS_CONTENT', 'CIVIC_INTEGRITY'],
]

function texts(count: number): readonly object[] {
  return Array.from({ length: count }, (_, index) => ({ text: `Line ${index}.` }))
}

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

const half = Math.ceil(media.length / 2)

function spelled({ mimeType, data }: (typeof media)[number], index: number): object {
  const spellings = [
    { inlineData: { mimeType, data } },
    { inline_data: { mime_type: mimeType, data } },
    { inlineData: { mime_type: mimeType, data } },
  ]
  return spellings[index % spellings.length]!
}

function asking(all: typeof media, count: number): object {
  return { role: 'user', parts: [...texts(count), ...all.map(spelled)] }
}

/** Functions with arguments of every size. */
const functions = argumentSchemas.map((parameters, index) => ({ name: `function_${index}`, parameters }))

/** Returns a body with tools that have lists of functions, some of which are allowed. */
function allowed(count: number, lists: readonly (typeof functions)[], more: object = {}): RequestPiece {
  const allowedFunctionNames = functions.slice(0, count).map(({ name }) => name)
  return piece('', {
    contents: [asked],
    tools: lists.map((functionDeclarations) => ({ functionDeclarations })),
    toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames } },
    ...more,
  })
}

function harmless(all: readonly string[]): readonly object[] {
  return all.map((harm) => ({ category: `HARM_CATEGORY_${harm}`, threshold: 'BLOCK_NONE' }))
}

/** Returns a schema of an object with this many members, all required. */
function objectOf(count: number, more: object = {}): object {
  const names = Array.from({ length: count - Object.keys(more).length }, (_, index) => `member${index}`)
  const properties = { ...Object.fromEntries(names.map((name) => [name, { type: 'INTEGER' }])), ...more }
  return { type: 'OBJECT', properties, required: Object.keys(properties) }
}

function wordsOf(index: number): object {
  return { type: 'STRING', enum: enums.at(index) }
}

function formed(responseSchema: object): RequestPiece {
  return piece('/generationConfig', { responseMimeType: 'application/json', responseSchema })
}

/** Parts of requests whose members depend on one another, so that the schema alone does not give them. */
export const contentPieces: readonly RequestPiece[] = [
  ...media.map((one, index) => piece('/contents/*/parts/*', spelled(one, index))),
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
  allowed(2, [functions.slice(0, 4), functions.slice(4)], { contents: asking([], 4) }),
  allowed(4, [functions.slice(0, 7)], {
    safetySettings: harmless(harms.slice(0, 4)),
    systemInstruction: { parts: texts(4) },
  }),
  allowed(8, [functions], { contents: asking([], 8), safetySettings: harmless(harms.slice(0, 7)) }),
  allowed(
    functions.length,
    functions.map((one) => [one]),
    { safetySettings: harmless(harms), systemInstruction: { parts: texts(12) } },
  ),
  ...[media.slice(0, half), media.slice(half)].map((some) => piece('/contents', [asking(some, 2)])),
  ...[media.slice(1, half), media.slice(half)].map((some) => piece('/contents', asking(some, 2))),
  piece('/contents', asking(media.slice(0, 1), 1)),
  piece('/generationConfig', {}),
  piece('/generationConfig', { stopSequences: ['walrus', 'zebra', 'lantern', 'harbor', 'meadow'] }),
  piece('/generationConfig', { responseMimeType: 'text/x.enum', responseSchema: { type: 'STRING', enum: enums[1] } }),
  formed({ type: 'STRING', minLength: 3, maxLength: 9, description: 'A color.', example: 'red' }),
  formed(
    objectOf(12, {
      few: objectOf(4, { words: wordsOf(0) }),
      several: objectOf(7, { words: wordsOf(-1), more: wordsOf(-2) }),
    }),
  ),
  formed(objectOf(2, { words: wordsOf(2), two: objectOf(2, { words: wordsOf(1) }) })),
  formed({ type: 'ARRAY', items: { type: 'INTEGER', minimum: 1, maximum: 9 }, minItems: 1, maxItems: 3 }),
  formed({ type: 'INTEGER', minimum: 1, maximum: 9 }),
  formed({ type: 'NUMBER', minimum: 0.5, maximum: 9.5 }),
  formed({ type: 'BOOLEAN' }),
]
