import { decode } from 'fast-png'
import type { ImageFacts } from './image-facts.ts'

/**
 * How transparent the pixels of a valid PNG are. Transparency without an alpha channel of its own (a tRNS chunk) is
 * `partial`: the readings leave it open, as they do what cannot be decoded here.
 */
export function alphaOf(
  bytes: Uint8Array,
  colourType: number,
  hasTransparencyChunk: boolean,
  isDecodable: boolean,
): ImageFacts['alpha'] {
  const hasChannel = colourType === 4 || colourType === 6
  if (!hasChannel) return hasTransparencyChunk ? 'partial' : 'none'
  return (isDecodable ? alphaOfPixels(bytes) : undefined) ?? 'partial'
}

function alphaOfPixels(bytes: Uint8Array): ImageFacts['alpha'] | undefined {
  try {
    const { data, channels, depth } = decode(bytes)
    return lowestAlpha(data, channels, 2 ** depth - 1)
  } catch {
    return undefined
  }
}

function lowestAlpha(data: ArrayLike<number>, channels: number, opaque: number): ImageFacts['alpha'] {
  let lowest = opaque
  for (let index = channels - 1; index < data.length && lowest > 0; index += channels) {
    lowest = Math.min(lowest, data[index] ?? opaque)
  }
  if (lowest === 0) return 'transparent'
  return lowest === opaque ? 'opaque' : 'partial'
}
