import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { encode } from 'fast-png'
import { expect, test } from 'vitest'
import { imageFacts, receivedPicture } from './image-facts.ts'
import { pngChunk, pngChunks } from './png.ts'

const file = (name: string) => readFileSync(new URL(`../../../fixtures/images/${name}`, import.meta.url))
const square = file('square.png')

test.each([
  ['square.png', { format: 'png', width: 256, height: 256, square: true, alpha: 'transparent' }],
  ['opaque.png', { format: 'png', width: 256, height: 256, square: true, alpha: 'none' }],
  ['oblong.png', { format: 'png', width: 255, height: 256, square: false, alpha: 'transparent' }],
  ['mask.png', { format: 'png', width: 256, height: 256, square: true, alpha: 'transparent' }],
  ['small-mask.png', { format: 'png', width: 128, height: 128, square: true, alpha: 'transparent' }],
  ['low-mask.png', { format: 'png', width: 256, height: 128, square: false, alpha: 'transparent' }],
  ['picture.webp', { format: 'webp', width: 256, height: 256, square: true, alpha: 'none' }],
  ['picture.jpeg', { format: 'jpeg', width: 256, height: 256, square: true, alpha: 'none' }],
  ['truncated.png', { format: 'invalid', width: 0, height: 0, square: false, alpha: 'none' }],
  ['text.png', { format: 'other', width: 0, height: 0, square: false, alpha: 'none' }],
])('%s has the expected facts', (name, facts) => {
  const bytes = file(name)
  expect(imageFacts(bytes)).toMatchObject({ ...facts, bytes: bytes.length })
})

test('any bytes have facts', () => {
  const starts = fc.constantFrom(
    square.subarray(0, 8),
    square.subarray(0, 60),
    file('picture.webp').subarray(0, 20),
    file('picture.jpeg').subarray(0, 20),
    Buffer.of(),
  )
  fc.assert(
    fc.property(starts, fc.uint8Array({ maxLength: 300 }), (start, rest) => {
      const bytes = Buffer.concat([start, rest])
      expect(imageFacts(bytes).bytes).toBe(bytes.length)
    }),
    { numRuns: 500 },
  )
})

test('a PNG truncated at any length is invalid', () => {
  fc.assert(
    fc.property(fc.integer({ min: 8, max: square.length - 1 }), (length) => {
      expect(imageFacts(square.subarray(0, length)).format).toBe('invalid')
    }),
  )
})

test('a PNG with a flipped bit in a critical chunk is invalid', () => {
  const places = [...pngChunks(square)]
    .filter(({ type }) => type === 'IHDR' || type === 'IDAT')
    .flatMap(({ start, data }) => Array.from({ length: data.length + 4 }, (_, index) => start + 8 + index))
  fc.assert(
    fc.property(fc.constantFrom(...places), fc.integer({ min: 0, max: 7 }), (at, bit) => {
      const bytes = Buffer.from(square)
      bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
      expect(imageFacts(bytes).format).toBe('invalid')
    }),
  )
})

test('damage to a chunk without pixel data is ignored', () => {
  const resolution = [...pngChunks(square)].find(({ type }) => type === 'pHYs')
  const bytes = Buffer.from(square)
  const at = (resolution?.start ?? 0) + 8
  bytes[at] = (bytes[at] ?? 0) ^ 1
  expect(imageFacts(bytes)).toMatchObject({ format: 'png', alpha: 'transparent' })
})

const sides = fc.integer({ min: 1, max: 20 })
test.each([
  [4, 'opaque', 255],
  [4, 'partial', 7],
  [4, 'transparent', 0],
  [2, 'transparent', 0],
  [3, 'none', 255],
  [1, 'none', 255],
] as const)('an image with %i channels and the lowest alpha %s is recognised', (channels, alpha, lowest) => {
  fc.assert(
    fc.property(sides, sides, fc.constantFrom('null' as const, 'Adam7' as const), (width, height, interlace) => {
      const data = new Uint8Array(width * height * channels).fill(255)
      data[data.length - 1] = channels === 2 || channels === 4 ? lowest : 255
      const facts = imageFacts(encode({ width, height, data, channels, depth: 8 }, { interlace }))
      expect(facts).toMatchObject({ format: 'png', width, height, alpha, square: width === height })
    }),
  )
})

test('a PNG with too few pixels is invalid', () => {
  const data = new Uint8Array(4 * 4 * 4)
  const png = encode({ width: 4, height: 4, data, channels: 4 })
  const chunks = [...pngChunks(png)].map(({ type, data: own }) => {
    const taller = Buffer.from(own)
    if (type === 'IHDR') taller.writeUInt32BE(5, 4)
    return Buffer.concat(pngChunk(type, taller))
  })
  expect(imageFacts(Buffer.concat([png.subarray(0, 8), ...chunks])).format).toBe('invalid')
})

type Chunk = readonly [type: string, data: Uint8Array]

/** Returns a PNG in RGBA with these chunks between its header and its end. */
function pngWith(side: number, depth: 8 | 16, ...chunks: readonly Chunk[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([depth, 6, 0, 0, 0], 8)
  const all: readonly Chunk[] = [['IHDR', header], ...chunks, ['IEND', Buffer.of()]]
  return Buffer.concat([square.subarray(0, 8), ...all.flatMap(([type, data]) => pngChunk(type, data))])
}

test.each([
  ['over 40 megapixels', 100_000, 8],
  ['over 64 MiB', 3_000, 16],
] as const)('an image %s is measured without decoding', (_, side, depth) => {
  const bytes = pngWith(side, depth, ['IDAT', Buffer.of(1)])
  expect(imageFacts(bytes)).toMatchObject({ format: 'png', width: side, alpha: 'partial' })
})

const pixel = Buffer.from([0, 1, 2, 3, 0])

test('the transparency of an image with some surplus data is known, and with a large surplus it is not', () => {
  const withSurplus = (length: number) =>
    pngWith(1, 8, ['IDAT', deflateSync(Buffer.concat([pixel, Buffer.alloc(length)]))])
  expect(imageFacts(withSurplus(1_000))).toMatchObject({ format: 'png', alpha: 'transparent' })
  expect(imageFacts(withSurplus(65 * 2 ** 20))).toMatchObject({ format: 'png', alpha: 'partial' })
})

test('a chunk without pixel data is not decoded', () => {
  const invalidProfile: Chunk = ['iCCP', Buffer.from('name\0\u0001')]
  const bytes = pngWith(1, 8, invalidProfile, ['IDAT', deflateSync(pixel)])
  expect(imageFacts(bytes)).toMatchObject({ format: 'png', alpha: 'transparent' })
})

test('an image with more than 100,000 chunks is not read, and may be an image', () => {
  const empty: Chunk = ['zeRo', Buffer.of()]
  const png = (count: number) => pngWith(1, 8, ...Array<Chunk>(count - 3).fill(empty), ['IDAT', deflateSync(pixel)])
  expect(receivedPicture(png(100_000))).toMatchObject({ format: 'png', width: 1, mayBeAnImage: true })
  expect(receivedPicture(png(100_001))).toMatchObject({ format: 'other', width: 0, mayBeAnImage: true })
})

test('a truncated WEBP or JPEG is invalid and keeps its dimensions', () => {
  for (const name of ['picture.webp', 'picture.jpeg']) {
    const bytes = file(name)
    expect(imageFacts(bytes.subarray(0, bytes.length - 20))).toMatchObject({ format: 'invalid', width: 256 })
  }
})
