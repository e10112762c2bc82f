import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newNotes } from '../validate.ts'
import { annotationKeywords } from './compiler.ts'

const type = fc.constantFrom('null', 'string', 'boolean', 'number', 'integer', 'array', 'object')
const rest = fc.constantFrom(
  {},
  { maxLength: 1 },
  { minimum: 0 },
  { maxItems: 0 },
  { maxProperties: 0 },
  { const: 1 },
  { not: { propertyNames: { enum: ['a', 'b'] } } },
  { contains: { type: 'null' } },
)
const when = fc.oneof(
  rest,
  fc.tuple(type, rest).map(([name, more]) => ({ type: name, ...more })),
  fc.record({ type: fc.uniqueArray(type, { minLength: 1 }) }),
)

const annotating = new Ajv2020({ allErrors: true, strict: false, passContext: true, validateSchema: false })
for (const keyword of annotationKeywords()) annotating.addKeyword(keyword)

function notesOf(schema: object, value: unknown) {
  const check = annotating.compile(schema)
  const notes = newNotes()
  const isValid = check.call(notes, value)
  return { isValid, errors: check.errors, notes }
}

test('a matching value is marked as unspecified and never rejected', () => {
  const ajv = new Ajv2020({ strict: false })
  fc.assert(
    fc.property(when, fc.jsonValue({ maxDepth: 1 }), (schema, value) => {
      const { isValid, errors, notes } = notesOf({ 'x-unspecified': [{ interpretation: 'G1', when: schema }] }, value)
      expect({ isValid, errors }).toEqual({ isValid: true, errors: null })
      expect(notes.open).toEqual(ajv.validate(schema, value) ? [{ pointer: '', interpretation: 'G1' }] : [])
    }),
    { numRuns: 300 },
  )
})

test('a note has the pointer of its value', () => {
  const said = {
    'x-unspecified': { interpretation: 'G1', when: { type: 'string' } },
    'x-feature': ['a', 'b'],
    'x-requirement': 'c',
  }
  const schema = { type: 'object', additionalProperties: { type: 'array', items: { maxLength: 0, ...said } } }
  const { notes, errors } = notesOf(schema, { 'x/y': ['z'] })
  const pointer = '/x~1y/0'
  expect(notes.open).toEqual([{ pointer, interpretation: 'G1' }])
  expect(notes.uses).toEqual([
    { requirement: 'a', pointer },
    { requirement: 'b', pointer },
  ])
  expect([...notes.spoken]).toEqual(['c'])
  expect(errors?.map(({ keyword, instancePath }) => [keyword, instancePath])).toEqual([['maxLength', pointer]])
})
