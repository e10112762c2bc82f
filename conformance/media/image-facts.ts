import { hash } from 'node:crypto'
import { jpegFacts } from './jpeg-facts.ts'
import { newMemory } from './met-lately.ts'
import { isCertainlyNoImage } from './no-image.ts'
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

/** A run uploads the same few files again and again. */
const remembered = newMemory<ImageFacts>(64)

/** What the bytes are as an image. Total on any bytes; decodes at most 40 megapixels. */
export function imageFacts(bytes: Uint8Array): ImageFacts {
  return remembered.recall(bytes, () => asFacts(pictureIn(bytes), bytes.length, hash('sha256', bytes, 'hex')))
}

/** What a picture that was received is and how large, without looking at each of its pixels. */
export interface ReceivedPicture extends Pick<ImageFacts, 'format' | 'width' | 'height' | 'bytes'> {
  /** Whether it is an image for all one knows: what cannot be decoded here may be one. */
  readonly mayBeAnImage: boolean
}

/** What a reply's pictures are asked for. */
export function receivedPicture(bytes: Uint8Array): ReceivedPicture {
  const { format, width, height } = pictureIn(bytes, false)
  const mayBeAnImage = format === 'other' ? !isCertainlyNoImage(bytes) : format !== 'invalid'
  return { format, width, height, bytes: bytes.length, mayBeAnImage }
}

function pictureIn(bytes: Uint8Array, wantsAlpha = true): Picture {
  if (startsLikePng(bytes)) return pngFacts(bytes, wantsAlpha)
  return webpFacts(bytes) ?? jpegFacts(bytes) ?? { format: 'other', width: 0, height: 0, alpha: 'none' }
}

function asFacts({ format, width, height, alpha }: Picture, bytes: number, digest: string): ImageFacts {
  return { format, width, height, square: width > 0 && width === height, alpha, bytes, digest }
}
