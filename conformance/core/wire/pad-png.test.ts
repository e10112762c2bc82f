import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { imageFacts } from './image-facts.ts'
import { padPng } from './pad-png.ts'

const square = readFileSync(new URL('../../../fixtures/images/square.png', import.meta.url))

test('padding gives the exact length and does not change the image', () => {
  const { bytes: _bytes, digest: _digest, ...picture } = imageFacts(square)
  const more = fc.oneof(
    fc.integer({ min: 12, max: 5000 }),
    fc.integer({ min: 999_990, max: 1_000_040 }),
    fc.constant(2_000_025),
  )
  fc.assert(
    fc.property(more, (missing) => {
      const length = square.length + missing
      expect(imageFacts(padPng(square, length))).toMatchObject({ ...picture, bytes: length })
    }),
    { numRuns: 40 },
  )
})

test('an impossible length throws a RangeError', () => {
  for (const length of [square.length - 1, square.length + 1, square.length + 11]) {
    expect(() => padPng(square, length)).toThrow(RangeError)
  }
})

test('padding to the current length returns the same bytes', () => {
  expect(padPng(square, square.length)).toBe(square)
})
