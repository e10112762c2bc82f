import { expect, test } from 'vitest'
import { configOptionsText } from './options-of-schema.ts'

/** Returns the generated option of a schema with one member, and how its value is read. */
function optionOf(name: string, member: object): { readonly specs: unknown; readonly members: unknown } {
  const annotated = { description: 'A new member.', 'x-option': { group: 'Limits' }, ...member }
  const text = configOptionsText({ 'x-option-groups': ['Reports', 'Limits'], properties: { [name]: annotated } })
  const [specs, members] = [...text.matchAll(/ = (\{.*?\}) as const/gs)].map(([, json]) => JSON.parse(json!))
  return { specs, members }
}

test('a new member with x-option has an option', () => {
  const member = { type: 'integer', minimum: 2, maximum: 9, 'x-option': { group: 'Limits', value: 'N' } }
  expect(optionOf('maxWords', member)).toEqual({
    specs: { 'max-words': { type: 'string', value: 'N', group: 'Limits', help: 'A new member.' } },
    members: { 'max-words': { member: 'maxWords', read: 'integer', least: 2, most: 9 } },
  })
})

test('a member without x-option has no option', () => {
  expect(optionOf('hidden', { type: 'string', 'x-option': undefined })).toEqual({ specs: {}, members: {} })
})

test('an option of an unlisted group is an error', () => {
  expect(() => optionOf('lost', { 'x-option': { group: 'Elsewhere' } })).toThrow('lost: x-option-groups does not list')
})

test('an option can have a name of its own', () => {
  const member = { type: 'array', items: { type: 'string' }, 'x-option': { name: 'word', group: 'Limits', value: 'W' } }
  expect(optionOf('words', member)).toEqual({
    specs: { word: { type: 'string', value: 'W', multiple: true, group: 'Limits', help: 'A new member. Repeatable.' } },
    members: { word: { member: 'words', read: 'texts' } },
  })
})

test.each([
  ['true', { type: 'boolean' }, { read: 'flag' }],
  ['one of some words', { enum: ['a', 'b'] }, { read: 'choice', words: ['a', 'b'] }],
  ['a list of some words', { type: 'array', items: { enum: ['a', 'b'] } }, { read: 'choices', words: ['a', 'b'] }],
  ['a list', { type: 'array', items: {}, 'x-option': { group: 'Limits', value: 'LIST' } }, { read: 'list' }],
  ['a number', { type: 'number', maximum: 5 }, { read: 'number', most: 5 }],
  [
    'a duration',
    { type: ['number', 'string'], maximum: 60, 'x-option': { group: 'Limits', value: 'TIME' } },
    { read: 'duration', most: 60 },
  ],
  [
    'a whole number or a word',
    {
      type: ['integer', 'string'],
      minimum: 1,
      maximum: 5,
      pattern: '^random$',
      'x-option': { group: 'Limits', value: 'N' },
    },
    { read: 'integer', least: 1, most: 5, words: ['random'] },
  ],
  ['a file or an inline list', { type: ['string', 'array'], items: {} }, { read: 'text' }],
])('%s is read from its schema', (_, member, reading) => {
  expect(optionOf('it', member).members).toEqual({ it: { member: 'it', ...reading } })
})

test('the help lists possible values that the description does not name', () => {
  expect(optionOf('kind', { enum: ['fast', 'slow'] }).specs).toMatchObject({
    kind: { choices: ['fast', 'slow'], help: 'A new member. Values: fast, slow.' },
  })
  expect(optionOf('kind', { enum: ['fast', 'slow'], description: 'Go fast or slow.' }).specs).toMatchObject({
    kind: { help: 'Go fast or slow.' },
  })
})
