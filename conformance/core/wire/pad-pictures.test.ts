import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { imageFacts } from './image-facts.ts'
import { paddedJpeg, paddedWebp } from './pad-pictures.ts'

const folder = new URL('../../../fixtures/images/', import.meta.url)
const jpeg = readFileSync(new URL('picture.jpeg', folder))
const webp = readFileSync(new URL('picture.webp', folder))
const { width, height } = imageFacts(webp)

/** Decodes a picture with an independent decoder. */
const pixels = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer()

test('a padded JPEG has the exact length and the same pixels', async () => {
  const more = fc.oneof(fc.integer({ min: 4, max: 200 }), fc.integer({ min: 65_530, max: 65_550 }))
  await fc.assert(
    fc.asyncProperty(more, async (missing) => {
      const padded = Buffer.concat(paddedJpeg(jpeg, jpeg.length + missing))
      expect(padded).toHaveLength(jpeg.length + missing)
      expect(await pixels(padded)).toEqual(await pixels(jpeg))
    }),
    { numRuns: 8 },
  )
})

test('a padded WEBP has the exact length and the same pixels', async () => {
  const padded = Buffer.concat(paddedWebp(webp, 100_000, { width, height }))
  expect(imageFacts(padded)).toMatchObject({ format: 'webp', width, height, alpha: 'none', bytes: 100_000 })
  expect(await pixels(padded)).toEqual(await pixels(webp))
})

test('an impossible length throws a RangeError', () => {
  expect(() => paddedJpeg(jpeg, jpeg.length + 3)).toThrow(RangeError)
  expect(() => paddedWebp(webp, webp.length + 2, { width, height })).toThrow(RangeError)
  expect(() => paddedWebp(webp, 100_001, { width, height })).toThrow(RangeError)
})
