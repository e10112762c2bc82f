import type { Picture } from './picture.ts'
import { encodePng } from './png.ts'

/** The number of cells along each side. The left half is mirrored to the right. */
const cells = 8

/** Draws a mirrored pattern in two colours from the seed. Sides are multiples of 64. */
export function draw({ seed, width, height }: Picture): Uint8Array {
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
