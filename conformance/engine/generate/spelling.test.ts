import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spellingFor } from './spelling.ts'

test('twelve consecutive spellings use every variant of each feature', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const all = Array.from({ length: 12 }, (_, number) => spellingFor(seed, number))
      const countOf = (part: keyof (typeof all)[number]) => new Set(all.map((one) => one[part])).size
      expect([countOf('escapes'), countOf('space'), countOf('exponents')]).toEqual([3, 4, 2])
      expect([countOf('headers'), countOf('percent'), countOf('boundary')]).toEqual([3, 2, 3])
    }),
  )
})
