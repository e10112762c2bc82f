import { inflateSync } from 'node:zlib'
import { alphaOf } from './alpha.ts'
import type { Picture } from './image-facts.ts'
import { pngChunks } from './png-chunks.ts'
import { inflatedLength, type PngHeader, pngHeader } from './png-header.ts'

/** Bigger pictures are measured but not decoded. */
export const mostPixels = 40_000_000

const damaged: Picture = { format: 'invalid', width: 0, height: 0, alpha: 'none' }

/**
 * What bytes that begin like a PNG are. A PNG is valid only if all its pixels can be had from it. Transparency takes a
 * look at each pixel; without it `alpha` is `partial`, which says nothing.
 */
export function pngFacts(bytes: Uint8Array, wantsAlpha = true): Picture {
  const skeleton = skeletonOf(bytes)
  if (skeleton === undefined) return damaged
  const { header, pixels, hasTransparencyChunk } = skeleton
  const { width, height, colourType } = header
  const isSmall = width * height <= mostPixels
  if (isSmall && !inflatesTo(pixels, inflatedLength(header))) return damaged
  const alpha = wantsAlpha ? alphaOf(bytes, colourType, hasTransparencyChunk, isSmall) : 'partial'
  return { format: 'png', width, height, alpha }
}

interface Skeleton {
  readonly header: PngHeader
  readonly pixels: readonly Uint8Array[]
  readonly hasTransparencyChunk: boolean
}

/** `undefined` where a chunk that matters is missing or damaged. */
function skeletonOf(bytes: Uint8Array): Skeleton | undefined {
  const chunks = [...pngChunks(bytes)]
  const [first] = chunks
  const header = first?.type === 'IHDR' ? pngHeader(first.data) : undefined
  const isWhole =
    chunks.at(-1)?.type === 'IEND' && chunks.every(({ type, isIntact }) => !isCritical(type) || isIntact())
  if (header === undefined || !isWhole) return undefined
  const pixels = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)
  const isPainted = header.colourType !== 3 || chunks.some(({ type }) => type === 'PLTE')
  return isPainted ? { header, pixels, hasTransparencyChunk: chunks.some(({ type }) => type === 'tRNS') } : undefined
}

function isCritical(type: string): boolean {
  return /^[A-Z]/.test(type)
}

function inflatesTo(pixels: readonly Uint8Array[], length: number): boolean {
  try {
    return inflateSync(Buffer.concat(pixels), { maxOutputLength: length }).length >= length
  } catch (error) {
    // More than is needed: decoders leave it.
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
  }
}
