import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mismatches } from './matches.ts'

const rows = [
  ['a type', { type: 'string' }, 7, ['']],
  ['a missing member', { required: ['a/b'] }, {}, ['/a~1b']],
  ['an additional member', { properties: {}, additionalProperties: false }, { a: 1 }, ['/a']],
  ['an item of a nested object', { properties: { a: { items: { type: 'integer' } } } }, { a: [1, 'x'] }, ['/a/1']],
  ['one matching schema of anyOf', { anyOf: [{ type: 'string' }, { type: 'integer' }] }, 7, []],
  ['a local reference', { $defs: { a: { type: 'string' } }, $ref: '#/$defs/a' }, 'x', []],
  ['a reference of an older draft', { definitions: { a: { maximum: 1 } }, $ref: '#/definitions/a' }, 2, ['']],
  ['an ignored format', { type: 'string', format: 'date' }, 'today', []],
  ['a grapheme of several code points', { maxLength: 1 }, '👩‍👩‍👧', []],
  ['two letters with maxLength 1', { maxLength: 1 }, 'ab', ['']],
  ['a number beyond a double', { type: 'integer', minimum: 1 }, Number.POSITIVE_INFINITY, []],
  ['a boolean schema', true, { any: 'thing' }, []],
] as const

test.each(rows)('mismatches: %s', (_, schema, value, pointers) => {
  expect(mismatches(schema, value)?.map(({ pointer }) => pointer)).toEqual(pointers)
})

test('formats are asserted if requested', () => {
  const date = { type: 'string', format: 'date' }
  expect(mismatches(date, '2024-01-31', { assertsFormats: true })).toEqual([])
  expect(mismatches(date, 'today', { assertsFormats: true })).toHaveLength(1)
})

const unjudged = [
  ['an external reference', { $ref: 'https://example.com/schema.json' }],
  ['an unknown type', { type: 'STRING' }],
  ['an invalid pattern', { pattern: '(' }],
  ['a value that is not a schema', 'string'],
  ['a very long schema', { description: 'x'.repeat(200_001) }],
] as const

test.each(unjudged)('%s cannot be judged', (_, schema) => {
  expect(mismatches(schema, {})).toBeUndefined()
})

/** A schema whose references multiply to two to the power of forty. */
const doubling = {
  $ref: '#/$defs/a0',
  $defs: Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => {
      const next = { $ref: `#/$defs/a${at + 1}` }
      return [`a${at}`, at === 39 ? { type: 'string' } : { allOf: [next, next] }]
    }),
  ),
}
const nested = (depth: number): object => JSON.parse(`${'{"not":'.repeat(depth)}{}${'}'.repeat(depth)}`) as object

test.each([
  ['a pattern with exponential backtracking', { pattern: '^(a+)+$' }, `${'a'.repeat(60)}!`],
  ['exponentially many references', doubling, 'x'],
  ['a schema that refers to itself', { $ref: '#' }, 'x'],
  ['a schema of twenty thousand levels', nested(20_000), 'x'],
  ['a value of a million parts', { items: { type: 'string' } }, Array(1_000_000).fill(7)],
  ['uniqueItems on a long list', { uniqueItems: true }, Array(60_000).fill({})],
])('%s is given up', (_, schema, value) => {
  expect(mismatches(schema, value, { mostMs: 200 })).toBeUndefined()
  expect(mismatches(schema, value, { mostMs: 200 })).toBeUndefined()
})

test('at most twenty mismatches are returned', () => {
  expect(mismatches({ items: { type: 'string' } }, Array(40_000).fill(7))).toHaveLength(20)
})

test('two schemas with the same identifier do not affect each other', () => {
  expect(mismatches({ $id: 'mgi:/a', type: 'string' }, 'x')).toEqual([])
  expect(mismatches({ $id: 'mgi:/a', type: 'integer' }, 'x')).toHaveLength(1)
})

test('a check with a time limit and one without it agree', () => {
  const word = fc.constantFrom('type', 'required', 'properties', 'a', 'object', 'string', 'items', 'minLength')
  const json = fc.jsonValue().map((one) => one ?? {})
  fc.assert(
    fc.property(fc.dictionary(word, fc.oneof(word, json, fc.array(word))), json, (schema, value) => {
      // A text that is the name of a slow keyword is enough for a limit.
      expect(mismatches({ ...schema, title: 'pattern' }, value)).toEqual(mismatches({ ...schema, title: 'a' }, value))
    }),
  )
})

test('any schema and value are compared without throwing', () => {
  fc.assert(fc.property(fc.jsonValue(), fc.jsonValue(), (schema, value) => mismatches(schema, value) !== null))
})
