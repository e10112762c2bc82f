import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matcherOf } from './opening.ts'

const type = fc.constantFrom('null', 'string', 'boolean', 'number', 'integer', 'array', 'object')
const rest = fc.constantFrom({}, { maxLength: 1 }, { minimum: 0 }, { maxItems: 0 }, { maxProperties: 0 }, { const: 1 })
const when = fc.oneof(
  rest,
  fc.tuple(type, rest).map(([name, more]) => ({ type: name, ...more })),
  fc.record({ type: fc.uniqueArray(type, { minLength: 1 }) }),
)

test('the quick test says what the schema says', () => {
  const ajv = new Ajv2020({ strict: false })
  fc.assert(
    fc.property(when, fc.jsonValue({ maxDepth: 1 }), (schema, value) => {
      expect(matcherOf({ reading: 'G1', when: schema })(value)).toBe(ajv.validate(schema, value))
    }),
    { numRuns: 500 },
  )
})
