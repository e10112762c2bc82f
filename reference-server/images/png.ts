import { crc32, deflateSync } from 'node:zlib'

/** An image of two colours with one bit a pixel, so that a megapixel takes a few hundred bytes. */
export interface TwoColours {
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
export function encodePng({ width, height, lines, palette }: TwoColours): Uint8Array {
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
