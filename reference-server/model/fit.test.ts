import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { valueFitting } from './fit.ts'
import { mulberry32 } from './random.ts'

const ajv = new Ajv2020({ strict: false })
const range = (most: number) => fc.tuple(fc.nat(most), fc.nat(most)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)])
const name = fc.constantFrom('city', 'count', 'tags', 'when', 'nested', 'flag')

const { schema } = fc.letrec<{ schema: Record<string, unknown> }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant({ type: 'boolean' }),
    fc.constant({ type: ['null', 'integer'] }),
    fc.constant({}),
    fc.uniqueArray(fc.string(), { minLength: 1 }).map((values) => ({ type: 'string', enum: values })),
    range(40).map(([minLength, maxLength]) => ({ type: 'string', minLength, maxLength })),
    range(900).map(([minimum, maximum]) => ({ type: 'integer', minimum, maximum })),
    range(900).map(([low, high]) => ({ type: 'number', exclusiveMinimum: low! / 7, maximum: high! / 7 + 1 })),
    fc.integer({ min: 1, max: 12 }).map((multipleOf) => ({ type: 'integer', multipleOf, minimum: 5 })),
    fc.record({ bounds: range(5), items: tie('schema') }).map(({ bounds: [minItems, maxItems], items }) => ({
      type: 'array',
      items,
      minItems,
      maxItems,
    })),
    fc
      .record({ properties: fc.dictionary(name, tie('schema')), closed: fc.boolean() })
      .chain(({ properties, closed }) =>
        fc.record({
          type: fc.constant('object'),
          properties: fc.constant(properties),
          required: fc.subarray(Object.keys(properties)),
          additionalProperties: fc.constant(!closed),
        }),
      ),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
  ),
}))

test('a generated value is valid against its schema', () => {
  fc.assert(
    fc.property(schema, fc.nat(), (declared, seed) => {
      const value = valueFitting(declared, mulberry32(seed))
      expect(ajv.validate(declared, value), JSON.stringify({ value, errors: ajv.errors })).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('upper-case types are equivalent', () => {
  fc.assert(
    fc.property(schema, fc.nat(), (declared, seed) => {
      const loud = JSON.parse(JSON.stringify(declared), (key, value) =>
        key === 'type' && typeof value === 'string' ? value.toUpperCase() : value,
      )
      expect(valueFitting(loud, mulberry32(seed))).toEqual(valueFitting(declared, mulberry32(seed)))
    }),
  )
})

test('any JSON value as a schema yields a value', () => {
  fc.assert(fc.property(fc.jsonValue(), fc.nat(), (anything, seed) => void valueFitting(anything, mulberry32(seed))))
})

test('a recursive schema yields a finite value', () => {
  const node = { type: 'object', properties: { next: { $ref: '#' }, name: { type: 'string' } }, required: ['name'] }
  expect(ajv.validate(node, valueFitting(node, mulberry32(1)))).toBe(true)
  const endless = { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] }
  expect(valueFitting(endless, mulberry32(1))).toBeTypeOf('object')
  expect(valueFitting({ $ref: '#' }, mulberry32(1))).toBeTypeOf('string')
})

test('the size of a generated value is limited', () => {
  const inner = { type: 'array', minItems: 1e9, items: { type: 'string', minLength: 1e9 } }
  expect(
    JSON.stringify(valueFitting({ type: 'array', minItems: 1e9, items: inner }, mulberry32(1))).length,
  ).toBeLessThan(200_000)
})

test('names of object prototype members are not treated as formats, types or members', () => {
  for (const word of ['constructor', 'toString', '__proto__']) {
    expect(valueFitting({ type: 'string', format: word }, mulberry32(1))).toBeTypeOf('string')
    const value = valueFitting({ type: word, required: [word], properties: {} }, mulberry32(1)) as object
    expect(Object.keys(value)).toEqual([word])
    expect(valueFitting({ $ref: `#/${word}` }, mulberry32(1))).toBeTypeOf('string')
  }
})

test('formats are satisfied', () => {
  expect(valueFitting({ type: 'STRING', format: 'date' }, mulberry32(1))).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(valueFitting({ type: 'string', format: 'date-time' }, mulberry32(1))).toMatch(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:00Z$/,
  )
})
