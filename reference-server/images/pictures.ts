import { crc32, deflateSync } from 'node:zlib'
import { errorReply } from '../errors.ts'
import { bytes, type Reply } from '../reply.ts'
import type { ServerState } from '../state.ts'
import type { PictureParameters } from './picture.ts'

/** The maximum number of pictures in the cache, at a few hundred bytes each. */
const mostKept = 512
const kept = new Map<string, Uint8Array>()

export function pngOf(picture: PictureParameters): Uint8Array {
  const key = `${picture.seed} ${picture.width} ${picture.height}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const drawn = draw(picture)
  if (kept.size >= mostKept) kept.delete(kept.keys().next().value!)
  kept.set(key, drawn)
  return drawn
}

/** Returns the response to a GET of a picture's address, which needs no key. */
export function pictureReply(name: string, { pictures, now }: ServerState): Reply {
  const found = pictures.read(name, now())
  if (found === undefined) return errorReply('images', 'no-route', 'The image does not exist, or its URL has expired.')
  return bytes(200, 'image/png', pngOf(found))
}

/** The number of cells along each side. The left half is mirrored to the right. */
const cells = 8

/** Draws a mirrored pattern in two colours from the seed. Sides are multiples of 64. */
function draw({ seed, width, height }: PictureParameters): Uint8Array {
  const bits = Buffer.from(seed, 'hex')
  const rows = Array.from({ length: cells }, (_, row) => rowOf(bits[row % bits.length]!, width / cells / 8))
  const lines = Array.from({ length: height }, (_, y) => rows[Math.floor((y * cells) / height)]!)
  const dark = [bits[0]! >> 1, bits[1]! >> 1, bits[2]! >> 1] as const
  const light = [255 - (bits[3]! >> 2), 255 - (bits[4]! >> 2), 255 - (bits[5]! >> 2)] as const
  return encodePng({ width, height, lines, palette: [dark, light] })
}

/** Returns one line of pixels, eight in a byte: four cells from the low bits of `pattern`, then their mirror image. */
function rowOf(pattern: number, bytesPerCell: number): Uint8Array {
  const half = [0, 1, 2, 3].map((cell) => ((pattern >> cell) & 1) * 0xff)
  const line = [...half, ...half.toReversed()]
  return Uint8Array.from(line.flatMap((byte) => Array<number>(bytesPerCell).fill(byte)))
}

/** An image of two colours with one bit per pixel, so that a megapixel takes a few hundred bytes. */
interface TwoColours {
  readonly width: number
  readonly height: number
  /** The packed lines of pixels, from the top. */
  readonly lines: readonly Uint8Array[]
  readonly palette: readonly [Rgb, Rgb]
}

type Rgb = readonly [red: number, green: number, blue: number]

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const indexed = 3

/** Encodes the image as a PNG (ISO/IEC 15948). */
function encodePng({ width, height, lines, palette }: TwoColours): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, indexed, 0, 0, 0], 8)
  const unfiltered = Uint8Array.of(0)
  const pixels = deflateSync(Buffer.concat(lines.flatMap((line) => [unfiltered, line])))
  const chunks = [chunk('IHDR', header), chunk('PLTE', Uint8Array.from(palette.flat())), chunk('IDAT', pixels)]
  return Buffer.concat([signature, ...chunks, chunk('IEND', new Uint8Array())])
}

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
