import { expect, test } from 'vitest'
import { unfulfillable } from './nested-schemas.ts'

const withSchema = (input_schema: unknown) => ({ tools: [{ name: 'a', input_schema }] })
const at = '/body/tools/0/input_schema'

test.each([
  [{ type: 'object', properties: { a: { oneOf: [] } } }, [`${at}/properties/a/oneOf`]],
  [{ type: 'object', required: ['a'], additionalProperties: false }, [`${at}/required`]],
  [{ type: 'object', required: ['a'], properties: { a: {} }, additionalProperties: false }, []],
  [{ type: 'object', required: ['a'] }, []],
  [{ type: 'object', required: [], properties: {}, additionalProperties: false }, []],
])('%j', (schema, places) => {
  expect(unfulfillable(withSchema(schema))).toEqual(places)
})

test('lists outside of a schema may be empty', () => {
  expect(unfulfillable({ enum: [], tools: [] })).toEqual([])
})
