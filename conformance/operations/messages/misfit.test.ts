import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { misfitOf } from './misfit.ts'

const scalars = fc.oneof(fc.string({ maxLength: 4 }), fc.integer({ min: -3, max: 3 }), fc.boolean(), fc.constant(null))
const typeNames = fc.constantFrom('string', 'number', 'integer', 'boolean', 'array', 'object', 'null')
const names = fc.constantFrom('a', 'b', 'c')

const bounds = fc.record(
  {
    minimum: fc.integer({ min: -2, max: 2 }),
    exclusiveMaximum: fc.integer({ min: -2, max: 2 }),
    minLength: fc.nat(3),
    maxLength: fc.nat(3),
    minItems: fc.nat(2),
    maxItems: fc.nat(2),
  },
  { requiredKeys: [] },
)

const { schema } = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.tuple(fc.record({ type: fc.oneof(typeNames, fc.uniqueArray(typeNames, { minLength: 1 })) }), bounds).map(merged),
    fc.record({ enum: fc.uniqueArray(scalars, { minLength: 1, maxLength: 3 }) }),
    fc.record({ const: scalars }),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(names, tie('schema')),
        required: fc.uniqueArray(names),
        additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
      },
      { requiredKeys: ['type', 'properties'] },
    ),
  ),
}))

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalars,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3 }),
  ),
}))

function merged([one, other]: readonly [object, object]): object {
  return { ...one, ...other }
}

test('of the words it knows, it says what a full validator says', () => {
  const ajv = new Ajv2020({ strict: false })
  fc.assert(
    fc.property(schema, value, (asked, given) => {
      const found = misfitOf(asked, given)
      if (found?.doubt !== true) expect(found === undefined).toBe(ajv.compile(asked)(given))
    }),
    { numRuns: 500 },
  )
})

test('any schema and any value are looked at without complaint', () => {
  fc.assert(fc.property(fc.jsonValue(), fc.jsonValue(), (asked, given) => misfitOf(asked, given) !== null))
})

test('a word it does not know is a doubt, not a misfit', () => {
  expect(misfitOf({ anyOf: [{ type: 'string' }] }, 7)).toMatchObject({ doubt: true })
  expect(misfitOf({ type: 'string', format: 'date' }, 7)?.doubt).toBeUndefined()
})
