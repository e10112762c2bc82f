import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesBetween, together, withChanges } from '../values/changes.ts'
import { isSame } from './json.ts'
import { below, get, remove, set, stepsOf } from './pointer.ts'

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

test('a pointer is its steps, whatever characters they hold', () => {
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      expect(stepsOf(steps.reduce(below, ''))).toEqual(steps)
    }),
  )
})

test('what was set is got, and nothing is changed in place', () => {
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

test('what was removed is gone, and removing what is not there changes nothing', () => {
  fc.assert(
    fc.property(json, step, step, (value, one, other) => {
      const pointer = below(below('', one), other)
      if (get(value, pointer) === undefined) expect(remove(value, pointer)).toBe(value)
      else if (!Array.isArray(get(value, below('', one)))) expect(get(remove(value, pointer), pointer)).toBeUndefined()
    }),
  )
})

test('a value with the changes to another one is that other one', () => {
  fc.assert(
    fc.property(json, json, (from, to) => {
      expect(isSame(withChanges(from, changesBetween(from, to)), to)).toBe(true)
    }),
  )
})

test('changes that go together are both there afterwards', () => {
  fc.assert(
    fc.property(json, json, json, (from, one, other) => {
      const both = together(changesBetween(from, one), changesBetween(from, other))
      fc.pre(both !== undefined)
      const value = withChanges(from, both ?? new Map())
      for (const [pointer, leaf] of both ?? []) {
        if (leaf === undefined) expect(get(value, pointer)).toBeUndefined()
        else if (!isSame(leaf, {})) expect(isSame(get(value, pointer), leaf)).toBe(true)
      }
    }),
  )
})
