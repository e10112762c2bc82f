import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { jpegFacts } from './jpeg-facts.ts'
import { startsLikePng } from './png-chunks.ts'
import { pngFacts } from './png-facts.ts'
import { webpFacts } from './webp-facts.ts'

/** What bytes are as an image (readings.md I7); `schemas/images/file.json` says what each word means. */
export interface ImageFacts {
  readonly format: 'png' | 'webp' | 'jpeg' | 'invalid' | 'other'
  readonly width: number
  readonly height: number
  readonly square: boolean
  readonly alpha: 'none' | 'opaque' | 'partial' | 'transparent'
  readonly bytes: number
  readonly digest: string
}

/** What one kind of image finds out about its bytes. */
export type Picture = Pick<ImageFacts, 'format' | 'width' | 'height' | 'alpha'>

const mostRemembered = 64
const remembered = new Map<string, ImageFacts>()

/**
 * What the bytes are as an image. Total on any bytes; decodes at most 40 megapixels.
 * A run uploads the same few files again and again: one that was met lately is known by its length and checksum.
 */
export function imageFacts(bytes: Uint8Array): ImageFacts {
  const name = `${bytes.length} ${crc32(bytes)}`
  const facts = remembered.get(name) ?? asFacts(pictureIn(bytes), bytes.length, hash('sha256', bytes, 'hex'))
  remembered.delete(name)
  remembered.set(name, facts)
  const [oldest] = remembered.keys()
  if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest)
  return facts
}

/** What a picture is and how large, without looking at each of its pixels: what a reply's pictures are asked for. */
export function pictureFacts(bytes: Uint8Array): Pick<ImageFacts, 'format' | 'width' | 'height' | 'bytes'> {
  const { format, width, height } = pictureIn(bytes, false)
  return { format, width, height, bytes: bytes.length }
}

function pictureIn(bytes: Uint8Array, wantsAlpha = true): Picture {
  if (startsLikePng(bytes)) return pngFacts(bytes, wantsAlpha)
  return webpFacts(bytes) ?? jpegFacts(bytes) ?? { format: 'other', width: 0, height: 0, alpha: 'none' }
}

function asFacts({ format, width, height, alpha }: Picture, bytes: number, digest: string): ImageFacts {
  return { format, width, height, square: width > 0 && width === height, alpha, bytes, digest }
}
