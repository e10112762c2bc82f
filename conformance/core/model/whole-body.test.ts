import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Chunk } from './exchange.ts'
import { wholeBody } from './whole-body.ts'

const parts = fc.array(fc.uint8Array({ maxLength: 20 }))

test('a body contains the bytes of its chunks in order, whatever their memory layout', () => {
  fc.assert(
    fc.property(parts, (given) => {
      const expected = Uint8Array.from(given.flatMap((bytes) => [...bytes]))
      expect(wholeBody(given.map((bytes, at) => ({ at, bytes })))).toEqual(expected)
      expect(wholeBody(cut(expected, given))).toEqual(expected)
    }),
  )
})

test('the body of adjacent chunks is a view of their buffer', () => {
  const row = cut(Uint8Array.of(1, 1, 2, 2, 3, 3), [Uint8Array.of(1, 1), Uint8Array.of(2, 2), Uint8Array.of(3, 3)])
  expect(wholeBody(row).buffer).toBe(row[0]?.bytes.buffer)
  expect(wholeBody(row.slice(1))).toEqual(Uint8Array.of(2, 2, 3, 3))
  expect(wholeBody(row.toReversed())).toEqual(Uint8Array.of(3, 3, 2, 2, 1, 1))
})

/** Returns views of `body` with the lengths of `lengths`. */
function cut(body: Uint8Array, lengths: readonly Uint8Array[]): readonly Chunk[] {
  let end = 0
  return lengths.map(({ length }, at) => {
    const start = end
    end += length
    return { at, bytes: body.subarray(start, end) }
  })
}
