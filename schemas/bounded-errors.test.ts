import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundedErrors } from './bounded-errors.ts'
import { mostViolations, validate } from './index.ts'

const block = {
  $id: 'block',
  oneOf: [
    {
      type: 'object',
      required: ['text'],
      properties: { text: { type: 'string', minLength: 1 }, in: { $ref: 'block' } },
    },
    { type: 'object', required: ['blocks'], properties: { blocks: { type: 'array', items: { $ref: 'block' } } } },
  ],
}
const list = { type: 'array', items: { $ref: 'block' } }

function validator(most: number | undefined) {
  const process = (code: string): string => (most === undefined ? code : boundedErrors(code, most))
  const ajv = new Ajv2020({ allErrors: true, strictRequired: false, strictTypes: false, code: { process } })
  ajv.addSchema(block)
  const check = ajv.compile(list)
  return (value: unknown) => ({ isValid: check(value), errors: check.errors as readonly unknown[] | null })
}

const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, fc.string(), fc.constant({ text: 'x' }), tie('text'), tie('blocks')),
  text: fc.record({ text: fc.oneof(fc.string(), fc.integer()), in: tie('value') }, { requiredKeys: [] }),
  blocks: fc.record({ blocks: fc.array(tie('value')) }),
}))

test('a changed validator says what Ajv’s own says, up to its bound, and leaves gaps beyond', () => {
  const unbounded = validator(undefined)
  const roomy = validator(100_000)
  const narrow = validator(3)
  fc.assert(
    fc.property(fc.array(value), (given) => {
      const expected = unbounded(given)
      expect(roomy(given)).toEqual(expected)
      const { isValid, errors } = narrow(given)
      expect(isValid).toBe(expected.isValid)
      expect(errors?.length).toBe(expected.errors?.length)
      expect(errors?.slice(0, 3)).toEqual(expected.errors?.slice(0, 3))
      expect((errors ?? []).slice(3).every((error) => error === undefined)).toBe(true)
    }),
  )
})

test('of a value that breaks its schema in too many places, nobody says that it keeps what is not told', () => {
  const content = Array.from({ length: 60_000 }, (_, at) => (at < 50_000 ? {} : { type: 'text', text: 7 }))
  const few = validate('messages/reply', { content: content.slice(0, 100) })
  const many = validate('messages/reply', { content })
  expect(many.violations.length).toBeLessThanOrEqual(mostViolations)
  expect([...few.spoken].length).toBeGreaterThan(new Set(few.violations.map(({ requirement }) => requirement)).size)
  expect(new Set(many.spoken)).toEqual(new Set(many.violations.flatMap(({ requirement }) => requirement ?? [])))
})
