import fc from 'fast-check'
import { expect, test } from 'vitest'
import { below, get, remove, set, stepsOf, withoutIndexes } from './json-pointer.ts'

const json = fc.dictionary(
  fc.constantFrom('a', 'b', 'c/d', '~', '0'),
  fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<unknown>(0, 1, 'x', null, true),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', '~1'), tie('value'), { maxKeys: 3 }),
    ),
  })).value,
)
const step = fc.constantFrom('a', 'b', 'c/d', '~', '~1')

test('the steps of a pointer are preserved, whatever their characters', () => {
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      expect(stepsOf(steps.reduce(below, ''))).toEqual(steps)
    }),
  )
})

test('a value can be read after it was set, and the original is unchanged', () => {
  fc.assert(
    fc.property(json, step, step, (value, one, other) => {
      const before = JSON.stringify(value)
      const pointer = below(below('', one), other)
      const parent = get(value, below('', one))
      fc.pre(!Array.isArray(parent))
      expect(get(set(value, pointer, 7), pointer)).toBe(7)
      expect(JSON.stringify(value)).toBe(before)
    }),
  )
})

test('a removed value is gone, and removing a missing value changes nothing', () => {
  fc.assert(
    fc.property(json, step, step, (value, one, other) => {
      const pointer = below(below('', one), other)
      if (get(value, pointer) === undefined) expect(remove(value, pointer)).toBe(value)
      else if (!Array.isArray(get(value, below('', one)))) expect(get(remove(value, pointer), pointer)).toBeUndefined()
    }),
  )
})

test('withoutIndexes replaces whole steps that are numbers, and no others', () => {
  expect(withoutIndexes('/body/0/parts/12')).toBe('/body/*/parts/*')
  expect(withoutIndexes('/0/1')).toBe('/*/*')
  expect(withoutIndexes('/2d/a3')).toBe('/2d/a3')
})
