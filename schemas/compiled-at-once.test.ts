import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { compiledAtOnce } from './compiled-at-once.ts'

const schema = { type: 'object', properties: { list: { $ref: '#/$defs/list' } }, $defs: { list: { type: 'array' } } }

test('a validator compiled at once is the same function', () => {
  let changed = 0
  const process = (code: string): string => {
    const all = compiledAtOnce(code)
    if (all !== code) changed += 1
    return all
  }
  const check = new Ajv2020({ inlineRefs: false, validateSchema: false, code: { process } }).compile(schema)
  expect(changed).toBe(2)
  expect([{ list: [] }, { list: 1 }, 1].map((value) => check(value))).toEqual([true, false, false])
})

test('code that is no validator stays as it is', () => {
  expect(compiledAtOnce('return 1')).toBe('return 1')
})
