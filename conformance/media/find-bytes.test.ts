import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findBytes } from './find-bytes.ts'

const fewLetters = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), maxLength: 60 })
const wanted = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 1, maxLength: 4 })

test('bytes are found where indexOf finds them, wherever a stretch ends', () => {
  fc.assert(
    fc.property(fewLetters, wanted, fc.nat(70), fc.integer({ min: 1, max: 9 }), (text, part, from, stretch) => {
      const bytes = Buffer.from(text)
      expect(findBytes(bytes, part, from, stretch)).toBe(
        bytes.subarray(from).indexOf(part) < 0 ? -1 : bytes.indexOf(part, from),
      )
    }),
  )
})
