import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quickLengths } from './quick-lengths.ts'

const schema = {
  type: 'object',
  properties: {
    short: { type: 'string', minLength: 1, maxLength: 3 },
    long: { type: 'string', minLength: 2, maxLength: 5 },
  },
}

function validator(change: (code: string) => string) {
  const check = new Ajv2020({ allErrors: true, code: { process: change } }).compile(schema)
  return (value: unknown) => ({ isValid: check(value), errors: check.errors?.map(({ schemaPath }) => schemaPath) })
}

test('a changed validator says of any text what Ajv’s own says', () => {
  const own = validator((code) => code)
  const quick = validator(quickLengths)
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.string({ unit: fc.constantFrom('a', '😀', '\ud83d', '\ude00'), maxLength: 8 }),
  )
  fc.assert(
    fc.property(text, text, (short, long) => {
      expect(quick({ short, long })).toEqual(own({ short, long }))
    }),
    { numRuns: 2000 },
  )
})

test('only a text with more code units than it may have characters is counted', () => {
  const code = 'if(func1(data0) > 32000){}if(func1(data0) < 1){}if(func2(this, data0) > 1){}'
  expect(quickLengths(code)).toBe(
    'if((data0.length > 32000 && func1(data0) > 32000)){}if(data0.length < 1){}if(func2(this, data0) > 1){}',
  )
})
