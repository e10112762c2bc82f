import { createHash, hash } from 'node:crypto'
import { crc32, inflateSync } from 'node:zlib'
import { convertIndexedToRgb, type DecodedPng, decode } from 'fast-png'

/**
 * The facts that the reader of an image format returns (interpretation I7). `schemas/images/file.json` defines each
 * word.
 */
export interface Picture {
  readonly format: 'png' | 'webp' | 'jpeg' | 'invalid' | 'other'
  readonly width: number
  readonly height: number
  readonly alpha: 'none' | 'opaque' | 'partial' | 'transparent'
}

/** The limits of what is decoded: pixels, and the bytes of a picture or of its surplus data after inflating. */
const mostPixels = 40_000_000
const mostInflated = 64 * 2 ** 20
/** The maximum number of chunks that are read. Encoders write at most a few thousand. */
const mostChunks = 100_000

const damaged: Picture = { format: 'invalid', width: 0, height: 0, alpha: 'none' }
const undecided: Picture = { format: 'other', width: 0, height: 0, alpha: 'none' }

/**
 * Reads the facts of bytes that start like a PNG. A PNG is valid only if all its pixels can be decoded. The pixels of a
 * large one are not decoded, and one with too many chunks is not read at all. Without `wantsAlpha`, pixels are not
 * examined, and `alpha` is `partial`, which means unknown.
 */
export function pngFacts(bytes: Uint8Array, wantsAlpha = true): Picture {
  const skeleton = skeletonOf(bytes)
  if (skeleton === 'damaged') return damaged
  if (skeleton === 'too many chunks') return undecided
  const { width, height } = skeleton.header
  const length = inflatedLength(skeleton.header)
  const isSmall = width * height <= mostPixels && length <= mostInflated
  if (isSmall && !inflatesTo(skeleton.pixels, length)) return damaged
  const alpha = wantsAlpha ? alphaOf(skeleton, isSmall) : 'partial'
  return { format: 'png', width, height, alpha }
}

interface Skeleton {
  readonly header: PngHeader
  /** The data of all IDAT chunks. */
  readonly pixels: Uint8Array
  readonly hasTransparencyChunk: boolean
  readonly palette?: Uint8Array
}

/** Reads the critical chunks. They are damaged if one is missing or invalid. */
function skeletonOf(bytes: Uint8Array): Skeleton | 'damaged' | 'too many chunks' {
  let header: PngHeader | undefined
  let count = 0
  let last = ''
  const pixels: Uint8Array[] = []
  let palette: Uint8Array | undefined
  let hasTransparencyChunk = false
  for (const { type, data, isIntact } of pngChunks(bytes)) {
    count += 1
    if (count > mostChunks) return 'too many chunks'
    if (isCritical(type) && !isIntact()) return 'damaged'
    if (count === 1) header = type === 'IHDR' ? pngHeader(data) : undefined
    if (header === undefined) return 'damaged'
    if (type === 'IDAT') pixels.push(data)
    if (type === 'PLTE') palette = data
    if (type === 'tRNS') hasTransparencyChunk = true
    last = type
  }
  const isPainted = header?.colourType !== 3 || palette !== undefined
  if (header === undefined || last !== 'IEND' || !isPainted) return 'damaged'
  const isIndexed = header.colourType === 3 && palette !== undefined
  return { header, pixels: Buffer.concat(pixels), hasTransparencyChunk, ...(isIndexed ? { palette } : {}) }
}

function isCritical(type: string): boolean {
  return /^[A-Z]/.test(type)
}

function inflatesTo(pixels: Uint8Array, length: number): boolean {
  try {
    return inflateSync(pixels, { maxOutputLength: length }).length >= length
  } catch (error) {
    // Decoders ignore surplus data.
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
  }
}

/**
 * Returns the transparency of a valid PNG. Returns `partial`, which the interpretations leave unspecified, for a tRNS
 * chunk without an alpha channel, and for a picture that cannot be decoded here.
 */
function alphaOf({ header, pixels, hasTransparencyChunk }: Skeleton, isDecodable: boolean): Picture['alpha'] {
  if (hasTransparencyChunk) return 'partial'
  const hasChannel = header.colourType === 4 || header.colourType === 6
  if (!hasChannel) return 'none'
  return (isDecodable ? alphaOfPixels(header, pixels) : undefined) ?? 'partial'
}

function alphaOfPixels(header: PngHeader, pixels: Uint8Array): Picture['alpha'] | undefined {
  const decoded = decodedPixels(header, pixels)
  return decoded && lowestAlpha(decoded.data, decoded.channels, 2 ** decoded.depth - 1)
}

/**
 * Decodes pixels; `undefined` if that fails. The decoder would inflate surplus data and other chunks without limit, so
 * it gets only pixels that are known to fit, and the palette.
 */
function decodedPixels(
  header: PngHeader,
  pixels: Uint8Array,
  palette?: Uint8Array,
): ReturnType<typeof decode> | undefined {
  try {
    inflateSync(pixels, { maxOutputLength: mostInflated })
    const needed = [
      pngChunk('IHDR', header.data),
      ...(palette === undefined ? [] : [pngChunk('PLTE', palette)]),
      pngChunk('IDAT', pixels),
      pngChunk('IEND', new Uint8Array()),
    ]
    return decode(Buffer.concat([signature, ...needed.flat()]))
  } catch {
    return undefined
  }
}

/** The decoded pixels of a PNG as a digest. Only digests of as many samples per pixel can be compared. */
export interface PixelDigest {
  readonly samples: number
  readonly digest: string
}

/** The most pixels that are decoded for a digest. */
const mostDigested = 4_000_000

/** Returns the digest of pixels with samples of 8 bits or a palette, and without a transparent color. */
export function pixelDigest(bytes: Uint8Array): PixelDigest | undefined {
  const skeleton = skeletonOf(bytes)
  if (typeof skeleton === 'string' || skeleton.hasTransparencyChunk) return undefined
  const { header, pixels, palette } = skeleton
  if (header.width * header.height > mostDigested) return undefined
  const decoded = decodedPixels(header, pixels, palette)
  if (decoded === undefined) return undefined
  if (decoded.palette !== undefined) return { samples: 3, digest: colorDigest(decoded) }
  return decoded.depth === 8 && decoded.data instanceof Uint8Array
    ? { samples: decoded.channels, digest: hash('sha256', decoded.data, 'hex') }
    : undefined
}

/** Returns the digest of the colors of indexed pixels. Converts row by row: all colors at once take 24 times the memory. */
function colorDigest(decoded: DecodedPng): string {
  const digest = createHash('sha256')
  const stride = decoded.data.length / decoded.height
  for (let start = 0; start < decoded.data.length; start += stride) {
    const data = decoded.data.subarray(start, start + stride)
    digest.update(convertIndexedToRgb({ ...decoded, data, height: 1 }))
  }
  return digest.digest('hex')
}

function lowestAlpha(data: ArrayLike<number>, channels: number, opaque: number): Picture['alpha'] {
  let lowest = opaque
  for (let index = channels - 1; index < data.length && lowest > 0; index += channels) {
    lowest = Math.min(lowest, data[index] ?? opaque)
  }
  if (lowest === 0) return 'transparent'
  return lowest === opaque ? 'opaque' : 'partial'
}

/** The first chunk of a PNG (PNG specification §11.2.1). */
interface PngHeader {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
  readonly bitDepth: number
  readonly colourType: number
  readonly isInterlaced: boolean
}

/** The number of samples per pixel, by colour type: grey, RGB, palette, grey with alpha, RGB with alpha. */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const bitDepths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

/** Reads the data of an IHDR chunk. Returns `undefined` if it is invalid. */
function pngHeader(data: Uint8Array): PngHeader | undefined {
  if (data.length !== 13) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const [width, height] = [view.getUint32(0), view.getUint32(4)]
  const [bitDepth, colourType, compression, filter, interlace] = data.subarray(8)
  if (bitDepth === undefined || colourType === undefined || interlace === undefined) return undefined
  const isKnown =
    bitDepths[colourType]?.includes(bitDepth) === true && compression === 0 && filter === 0 && interlace <= 1
  const isMeasured = width > 0 && height > 0 && width < 2 ** 31 && height < 2 ** 31
  return isKnown && isMeasured
    ? { data, width, height, bitDepth, colourType, isInterlaced: interlace === 1 }
    : undefined
}

/** Returns the size of the inflated pixels in bytes, including filter bytes. */
function inflatedLength({ width, height, bitDepth, colourType, isInterlaced }: PngHeader): number {
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

/** One chunk of a PNG (PNG specification §5.3). */
interface PngChunk {
  readonly type: string
  readonly data: Uint8Array
  /** Verifies the checksum. It is a function because a chunk may be large, and not all need it. */
  readonly isIntact: () => boolean
  /** Its offset in the file. */
  readonly start: number
}

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

export function startsLikePng(bytes: Uint8Array): boolean {
  return signature.every((byte, index) => bytes[index] === byte)
}

/** Yields the chunks up to IEND, or up to the first invalid byte. */
export function* pngChunks(bytes: Uint8Array): Generator<PngChunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let start = signature.length
  while (start + 12 <= bytes.length) {
    const length = view.getUint32(start)
    const end = start + 12 + length
    if (end > bytes.length) return
    const type = Buffer.from(bytes.subarray(start + 4, start + 8)).toString('latin1')
    const summed = bytes.subarray(start + 4, end - 4)
    const sum = view.getUint32(end - 4)
    yield { type, data: bytes.subarray(start + 8, end - 4), isIntact: () => crc32(summed) === sum, start }
    if (type === 'IEND') return
    start = end
  }
}

/** Returns the bytes of one chunk in three pieces, without copying the data. */
export function pngChunk(type: string, data: Uint8Array): readonly [Uint8Array, Uint8Array, Uint8Array] {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length, 0)
  head.write(type, 4, 'latin1')
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(data, crc32(head.subarray(4))), 0)
  return [head, data, sum]
}
