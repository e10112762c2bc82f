import { pngChunk, pngChunks } from './png.ts'

/** Bytes a chunk takes beside its data. */
const overhead = 12
/** Where a chunk's data begin. */
const dataStart = 8
/** libpng rejects chunks of more than 8 000 000 bytes; far below that no decoder minds. */
const longestChunk = 1_000_000
/** No decoder knows such chunks. */
const unknownType = 'zeRo'

/** The same picture in exactly `length` bytes, with chunks of zeros before its end. Throws where no such file can be made. */
export function padPng(png: Uint8Array, length: number): Uint8Array {
  const [whole, ...more] = paddedPieces(png, length)
  return whole !== undefined && more.length === 0 ? whole : Buffer.concat([...paddedPieces(png, length)])
}

/** What `padPng` gives, in pieces that share their memory: megabytes of zeros are there once. */
export function paddedPieces(png: Uint8Array, length: number): readonly Uint8Array[] {
  const end = [...pngChunks(png)].at(-1)
  const missing = length - png.length
  if (missing === 0) return [png]
  if (end?.type !== 'IEND' || missing < overhead)
    throw new RangeError(`a PNG of ${png.length} bytes cannot be padded to ${length}`)
  return [png.subarray(0, end.start), ...padding(missing), png.subarray(end.start)]
}

/** Most chunks are as long as they may be, and one and the same bytes; the zeros of all others are among theirs. */
function* padding(missing: number): Generator<Uint8Array> {
  const longest = Buffer.concat(pngChunk(unknownType, new Uint8Array(longestChunk)))
  const zeros = longest.subarray(dataStart)
  for (let left = missing; left > 0; ) {
    const whole = Math.min(left, longest.length)
    const rest = left - whole
    // What is left over must be long enough for a chunk of its own.
    const taken = rest > 0 && rest < overhead ? whole - overhead : whole
    if (taken === longest.length) yield longest
    else yield* pngChunk(unknownType, zeros.subarray(0, taken - overhead))
    left -= taken
  }
}
