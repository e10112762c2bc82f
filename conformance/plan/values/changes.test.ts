import fc from 'fast-check'
import { expect, test } from 'vitest'
import { get } from '../../../schemas/json-pointer.ts'
import { isSame } from '../schema/json.ts'
import { changesBetween, together, withChanges } from './changes.ts'

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
