import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renameToCamel, validate } from '../index.ts'

const listed = {
  inlineData: 'inline_data',
  mimeType: 'mime_type',
  systemInstruction: 'system_instruction',
  toolConfig: 'tool_config',
  functionDeclarations: 'function_declarations',
  functionCallingConfig: 'function_calling_config',
  responseMimeType: 'response_mime_type',
  responseSchema: 'response_schema',
} as const

type Spell = (camel: keyof typeof listed) => string
const camelCase: Spell = (name) => name
const snakeCase: Spell = (name) => listed[name]

/** Data of users whose names and values may equal listed names. */
const userData = fc.dictionary(
  fc.constantFrom(...Object.values(listed), ...Object.keys(listed), 'city'),
  fc.jsonValue(),
)

/** Returns a body with every listed name in the given spelling. */
function body(spell: Spell, user: unknown): unknown {
  return {
    contents: [
      { parts: [{ [spell('inlineData')]: { [spell('mimeType')]: 'image/png', data: '' } }] },
      { parts: [{ functionCall: { name: 'get_weather', args: user } }] },
      { parts: [{ functionResponse: { name: 'get_weather', response: user } }] },
    ],
    [spell('systemInstruction')]: { parts: [{ text: 'inline_data' }] },
    tools: [{ [spell('functionDeclarations')]: [{ name: 'mime_type', parameters: user }] }],
    [spell('toolConfig')]: { [spell('functionCallingConfig')]: { mode: 'ANY' } },
    generationConfig: {
      [spell('responseMimeType')]: 'application/json',
      [spell('responseSchema')]: { type: 'OBJECT', properties: { inline_data: { type: 'STRING', example: user } } },
    },
  }
}

test('all listed names are renamed, and user data is unchanged', () => {
  fc.assert(
    fc.property(userData, (user) => {
      expect(renameToCamel(body(snakeCase, user))).toEqual(body(camelCase, user))
    }),
  )
})

test('renaming names in camelCase changes nothing', () => {
  fc.assert(
    fc.property(userData, (user) => {
      expect(renameToCamel(body(camelCase, user))).toEqual(body(camelCase, user))
    }),
  )
})

test('renaming is idempotent for any value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(renameToCamel(renameToCamel(value))).toEqual(renameToCamel(value))
    }),
  )
})

test('a single Content object is renamed like a list', () => {
  const turn = (name: string) => ({ contents: { parts: [{ [name]: { data: '' } }] } })
  expect(renameToCamel(turn('inline_data'))).toEqual(turn('inlineData'))
})

const left = [
  ['both spellings of one member', { toolConfig: {}, tool_config: {} }],
  ['a name that is not listed', { generation_config: {}, safety_settings: [] }],
  ['a listed name in another place', { contents: [{ mime_type: 'a' }], inline_data: {} }],
] as const

test.each(left)('%s is unchanged and unspecified', (_, more) => {
  const value = { contents: [{ parts: [{ text: 'a' }] }], ...more }
  expect(renameToCamel(value)).toEqual(value)
  expect(validate('content-generation/body', value).open).not.toEqual([])
})

test('both spellings have the same violations and unspecified features', () => {
  const said = (spell: Spell) => {
    const { violations, open } = validate('content-generation/body', body(spell, { city: 'Oslo' }))
    return {
      violations: violations.map(({ requirement }) => requirement),
      open: open.map(({ interpretation }) => interpretation),
    }
  }
  expect(said(snakeCase)).toEqual(said(camelCase))
})
