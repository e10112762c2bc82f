import { expect, test } from 'vitest'
import { validate } from '../index.ts'

const user = (...parts: readonly unknown[]) => ({ role: 'user', parts })
const model = (...parts: readonly unknown[]) => ({ role: 'model', parts })
const text = { text: 'Name a color.' }
const call = { functionCall: { name: 'get_weather' } }
const response = { functionResponse: { name: 'get_weather', response: {} } }
const code = { executableCode: { language: 'PYTHON', code: '' } }
const result = { codeExecutionResult: { outcome: 'OUTCOME_OK' } }
const functions = [{ functionDeclarations: [{ name: 'get_weather' }] }]
const running = [{ codeExecution: {} }]

function saying(contents: unknown, more: Readonly<Record<string, unknown>> = {}) {
  const { violations, open } = validate('content-generation/body', { contents, ...more })
  return { violations: violations.map(({ requirement }) => requirement), isOpen: open.length > 0 }
}

function choosing(functionCallingConfig: unknown, tools: unknown = functions) {
  return saying([{ parts: [text] }], { tools, toolConfig: { functionCallingConfig } })
}

function forming(generationConfig: unknown, more: Readonly<Record<string, unknown>> = {}) {
  return saying([{ parts: [text] }], { generationConfig, ...more })
}

function shaping(responseSchema: unknown) {
  return forming({ responseMimeType: 'application/json', responseSchema })
}

const sound = [
  ['one turn without a role', saying([{ parts: [text] }])],
  ['an alternating history', saying([user(text), model(text), user(text)])],
  ['a call, its response and a declaration', saying([user(text), model(call), user(response)], { tools: functions })],
  [
    'a response in the role tool',
    saying([user(text), model(call), { role: 'tool', parts: [response] }], { tools: functions }),
  ],
  [
    'code and its result between texts',
    saying([user(text), model(text, code, result, text), user(text)], { tools: running }),
  ],
  ['ANY with an allowed name', choosing({ mode: 'ANY', allowedFunctionNames: ['get_weather'] })],
  ['JSON with a schema', shaping({ type: 'OBJECT', properties: { color: { type: 'STRING' } }, required: ['color'] })],
  ['an enum of words', forming({ responseMimeType: 'text/x.enum', responseSchema: { type: 'STRING', enum: ['red'] } })],
  ['top log probabilities that are exported', forming({ responseLogprobs: true, logprobs: 1 })],
] as const

test.each(sound)('%s is valid without unspecified features', (_, said) => {
  expect(said).toEqual({ violations: [], isOpen: false })
})

const open = [
  ['an empty list of contents', saying([])],
  ['empty parts', saying([{ parts: [] }])],
  ['an empty part', saying([{ parts: [{}] }])],
  ['a part with two members', saying([{ parts: [{ ...text, ...call }] }])],
  ['a bare object as parts', saying([{ parts: text }])],
  ['a first turn of the model', saying([model(text)])],
  ['a last turn of the model', saying([user(text), model(text)])],
  ['two turns of the user in a row', saying([user(text), user(text), user(text)])],
  ['a history without roles', saying([{ parts: [text] }, { parts: [text] }, { parts: [text] }])],
  ['a function response without a call', saying([user(response)], { tools: functions })],
  ['a response in a single Content object', saying({ parts: [response] }, { tools: functions })],
  ['a call without a response', saying([user(text), model(call), user(text)], { tools: functions })],
  ['a call of the user', saying([user(call)], { tools: functions })],
  ['a call of an undeclared function', saying([user(text), model(call), user(response)])],
  ['code that is not enabled', saying([user(text), model(code, result), user(text)])],
  ['a result before its code', saying([user(text), model(result, code), user(text)], { tools: running })],
  ['a picture in the role tool', saying([{ role: 'tool', parts: [text] }])],
  ['code execution together with functions', saying([{ parts: [text] }], { tools: [...functions, ...running] })],
  ['a function that is declared twice', saying([{ parts: [text] }], { tools: [...functions, ...functions] })],
  ['a choice without functions', choosing({ mode: 'AUTO' }, running)],
  ['an allowed name that is not declared', choosing({ mode: 'ANY', allowedFunctionNames: ['get_time'] })],
  ['allowed names without ANY', choosing({ mode: 'AUTO', allowedFunctionNames: ['get_weather'] })],
  ['a mode in lower case', choosing({ mode: 'auto' })],
  ['JSON mode together with tools', forming({ responseMimeType: 'application/json' }, { tools: functions })],
  ['a schema without its mime type', forming({ responseSchema: { type: 'STRING' } })],
  ['enum mode without words', forming({ responseMimeType: 'text/x.enum', responseSchema: { type: 'STRING' } })],
  ['a schema type in lower case', shaping({ type: 'string' })],
  ['a keyword of another type', shaping({ type: 'STRING', minimum: 1 })],
  ['an array without items', shaping({ type: 'ARRAY' })],
  ['an empty range', shaping({ type: 'INTEGER', minimum: 2, maximum: 1 })],
  ['log probabilities that are not exported', forming({ logprobs: 1 })],
  ['a number as a numeric string', forming({ temperature: '0.5' })],
  ['a modality beyond text', forming({ responseModalities: ['AUDIO'] })],
  ['cached content', saying([{ parts: [text] }], { cachedContent: 'cachedContents/a' })],
  ['file data', saying([{ parts: [{ fileData: { mimeType: 'image/png', fileUri: 'a' } }] }])],
  ['an unknown member', saying([{ parts: [text] }], { labels: {} })],
  ['unpadded base64', saying([{ parts: [{ inlineData: { mimeType: 'audio/mp3', data: 'SUQzAw' } }] }])],
  ['URL-safe base64', saying([{ parts: [{ inlineData: { mimeType: 'audio/mp3', data: 'SUQz__8-' } }] }])],
  [
    'bytes that do not match their type',
    saying([{ parts: [{ inlineData: { mimeType: 'image/png', data: 'YWJj' } }] }]),
  ],
] as const

test.each(open)('%s is unspecified, and neither valid nor invalid', (_, said) => {
  expect(said).toEqual({ violations: [], isOpen: true })
})

const broken = [
  ['content.contents-type-rejected', saying(7)],
  ['content.temperature-beyond-rejected', forming({ temperature: 2.1 })],
  ['content.stop-sequences-six-rejected', forming({ stopSequences: ['a', 'b', 'c', 'd', 'e', 'f'] })],
  [
    'content.inline-data-base64-rejected',
    saying([{ parts: [{ inlineData: { mimeType: 'image/png', data: '***' } }] }]),
  ],
  [
    'content.media-type-unlisted-rejected',
    saying([{ parts: [{ inlineData: { mimeType: 'no-such-value', data: 'YWJj' } }] }]),
  ],
  ['content.mode-unknown-rejected', choosing({ mode: 'no-such-value' })],
  [
    'content.system-instruction-non-text-rejected',
    saying([{ parts: [text] }], {
      systemInstruction: { parts: [{ inlineData: { mimeType: 'image/png', data: '' } }] },
    }),
  ],
] as const

test.each(broken)('an invalid value violates only %s', (id, said) => {
  expect(said).toEqual({ violations: [id], isOpen: false })
})

test('32 MiB of base64 are validated', () => {
  const data = `${'A'.repeat(32 * 1024 * 1024)}`
  const { violations } = validate('content-generation/inline-data', { mimeType: 'image/png', data })
  expect(violations).toEqual([])
})
