import { pngChunk, pngChunks } from './png.ts'

/** The number of bytes of a chunk without data. */
const overhead = 12
/** The offset of the data in a chunk. */
const dataStart = 8
/** The maximum size of a padding chunk. libpng rejects chunks of more than 8 000 000 bytes. */
const longestChunk = 1_000_000
/** A chunk type that no decoder knows. */
const unknownType = 'zeRo'

/**
 * Returns the same picture in exactly `length` bytes, by adding chunks of zeros before its end. Throws if that is
 * impossible.
 */
export function padPng(png: Uint8Array, length: number): Uint8Array {
  const [whole, ...more] = paddedPieces(png, length)
  return whole !== undefined && more.length === 0 ? whole : Buffer.concat([...paddedPieces(png, length)])
}

/** Does the same as `padPng`, but returns pieces that share the memory of their zeros. */
export function paddedPieces(png: Uint8Array, length: number): readonly Uint8Array[] {
  const end = [...pngChunks(png)].at(-1)
  const missing = length - png.length
  if (missing === 0) return [png]
  if (end?.type !== 'IEND' || missing < overhead)
    throw new RangeError(`a PNG of ${png.length} bytes cannot be padded to ${length}`)
  return [png.subarray(0, end.start), ...padding(missing), png.subarray(end.start)]
}

/** The longest padding chunk, made for the first padded picture. */
let longestPadding: Uint8Array | undefined

/** Yields padding chunks. Those of all pictures share the bytes of the longest one. */
function* padding(missing: number): Generator<Uint8Array> {
  longestPadding ??= Buffer.concat(pngChunk(unknownType, new Uint8Array(longestChunk)))
  const longest = longestPadding
  const zeros = longest.subarray(dataStart)
  for (let left = missing; left > 0; ) {
    const whole = Math.min(left, longest.length)
    const rest = left - whole
    // The remaining bytes must be enough for a chunk.
    const taken = rest > 0 && rest < overhead ? whole - overhead : whole
    if (taken === longest.length) yield longest
    else yield* pngChunk(unknownType, zeros.subarray(0, taken - overhead))
    left -= taken
  }
}
