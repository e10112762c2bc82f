/** What the first chunk of a PNG says (PNG specification §11.2.1). */
export interface PngHeader {
  readonly width: number
  readonly height: number
  readonly bitDepth: number
  readonly colourType: number
  readonly isInterlaced: boolean
}

/** Samples a pixel has, by colour type: grey, RGB, palette, grey with alpha, RGB with alpha. */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const bitDepths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

/** Reads the data of an IHDR chunk; `undefined` when it says what no PNG may say. */
export function pngHeader(data: Uint8Array): PngHeader | undefined {
  if (data.length !== 13) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const [width, height] = [view.getUint32(0), view.getUint32(4)]
  const [bitDepth, colourType, compression, filter, interlace] = data.subarray(8)
  if (bitDepth === undefined || colourType === undefined || interlace === undefined) return undefined
  const isKnown =
    bitDepths[colourType]?.includes(bitDepth) === true && compression === 0 && filter === 0 && interlace <= 1
  const isMeasured = width > 0 && height > 0 && width < 2 ** 31 && height < 2 ** 31
  return isKnown && isMeasured ? { width, height, bitDepth, colourType, isInterlaced: interlace === 1 } : undefined
}

/** How many bytes the pixels of such a PNG are once inflated, filter bytes included. */
export function inflatedLength({ width, height, bitDepth, colourType, isInterlaced }: PngHeader): number {
  const bits = bitDepth * (samples[colourType] ?? 0)
  const lengthOf = (columns: number, rows: number) => (columns === 0 ? 0 : rows * (1 + Math.ceil((columns * bits) / 8)))
  if (!isInterlaced) return lengthOf(width, height)
  return adam7.reduce((sum, pass) => sum + lengthOf(steps(width, pass.x, pass.dx), steps(height, pass.y, pass.dy)), 0)
}

/** The seven passes of an interlaced PNG (PNG specification §8.2). */
const adam7 = [
  { x: 0, y: 0, dx: 8, dy: 8 },
  { x: 4, y: 0, dx: 8, dy: 8 },
  { x: 0, y: 4, dx: 4, dy: 8 },
  { x: 2, y: 0, dx: 4, dy: 4 },
  { x: 0, y: 2, dx: 2, dy: 4 },
  { x: 1, y: 0, dx: 2, dy: 2 },
  { x: 0, y: 1, dx: 1, dy: 2 },
] as const

function steps(length: number, from: number, by: number): number {
  return Math.max(0, Math.ceil((length - from) / by))
}
