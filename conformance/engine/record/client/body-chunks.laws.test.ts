import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBodyChunks } from './dispatch.ts'

const pieces = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 12 })
const bounds = fc.record({ most: fc.nat(200), ofOverfull: fc.nat(200) })

test('a body within the limit is kept whole, and a larger one is truncated', () => {
  fc.assert(
    fc.property(pieces, bounds, (all, { most, ofOverfull }) => {
      const body = createBodyChunks(most, ofOverfull)
      for (const [at, bytes] of all.entries()) body.add(at, bytes)
      const came = Buffer.concat(all)
      const kept = came.length > most ? came.subarray(0, Math.min(most, ofOverfull)) : came
      expect(body.isOverfull).toBe(came.length > most)
      expect(Buffer.concat(body.chunks().map(({ bytes }) => bytes))).toEqual(kept)
      expect(body.size).toBe(kept.length)
    }),
  )
})

test('each chunk keeps its bytes and its time', () => {
  fc.assert(
    fc.property(pieces, bounds, (all, { most, ofOverfull }) => {
      const body = createBodyChunks(most, ofOverfull)
      for (const [at, bytes] of all.entries()) body.add(at, bytes)
      for (const { at, bytes } of body.chunks())
        expect(Buffer.from(all[at]!).subarray(0, bytes.length)).toEqual(Buffer.from(bytes))
    }),
  )
})

test('a large body is stored in one buffer of its size', () => {
  const body = createBodyChunks(16 * 1024 * 1024)
  const megabyte = new Uint8Array(1024 * 1024).fill(7)
  for (const at of [0, 1, 2]) body.add(at, megabyte)
  const buffers = new Set(body.chunks().map(({ bytes }) => bytes.buffer))
  expect([...buffers].map(({ byteLength }) => byteLength)).toEqual([3 * 1024 * 1024])
})
