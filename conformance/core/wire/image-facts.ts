import { hash } from 'node:crypto'
import { createRequire } from 'node:module'
import { asBuffer } from './bytes.ts'
import { type Picture, type PixelDigest, pixelDigest, pngFacts, startsLikePng } from './png.ts'

/** The facts about bytes as an image (interpretation I7). `schemas/images/file.json` defines each word. */
export interface ImageFacts extends Picture {
  readonly square: boolean
  readonly bytes: number
  readonly digest: string
}

// `image-size` is loaded for the first WEBP or JPEG.
const require = createRequire(import.meta.url)

/** A cache of facts by digest, because a run uploads the same few files repeatedly. */
const pictures = new Map<string, Picture>()
const mostRemembered = 64

/**
 * Reads the facts of any bytes as an image. Decodes at most 40 megapixels and 64 MiB, and nothing if `known` has the
 * picture with their digest.
 */
export function imageFacts(bytes: Uint8Array, known?: ReadonlyMap<string, Picture>): ImageFacts {
  const digest = hash('sha256', bytes, 'hex')
  const { format, width, height, alpha } = known?.get(digest) ?? pictures.get(digest) ?? pictureIn(bytes)
  if (pictures.size === mostRemembered) pictures.clear()
  pictures.set(digest, { format, width, height, alpha })
  return { format, width, height, square: width > 0 && width === height, alpha, bytes: bytes.length, digest }
}

/** The format and size of a received picture, without its transparency. */
export interface ReceivedPicture extends Pick<ImageFacts, 'format' | 'width' | 'height' | 'bytes'> {
  /** True if it may be an image in a format that is not decoded here. */
  readonly mayBeAnImage: boolean
}

export function receivedPicture(bytes: Uint8Array): ReceivedPicture {
  const { format, width, height } = pictureIn(bytes, false)
  const mayBeAnImage = format === 'other' ? !isCertainlyNoImage(bytes) : format !== 'invalid'
  return { format, width, height, bytes: bytes.length, mayBeAnImage }
}

/** A received picture that can be compared with another one. */
export interface ComparablePicture extends ReceivedPicture {
  readonly digest: string
  /** Absent unless it is a PNG whose pixels can be decoded. */
  readonly pixels?: PixelDigest
}

/** A cache of received pictures by digest, because a run fetches each of them twice. */
const comparable = new Map<string, ComparablePicture>()
const mostComparable = 256

/** Reads the facts of a picture, and decodes it as far as `isSamePicture` needs that. */
export function comparablePicture(bytes: Uint8Array): ComparablePicture {
  const digest = hash('sha256', bytes, 'hex')
  const known = comparable.get(digest)
  if (known !== undefined) return known
  const facts = receivedPicture(bytes)
  const pixels = facts.format === 'png' ? pixelDigest(bytes) : undefined
  const picture = { ...facts, digest, ...(pixels === undefined ? {} : { pixels }) }
  if (comparable.size === mostComparable) comparable.clear()
  comparable.set(digest, picture)
  return picture
}

/**
 * Returns whether two pictures are the same, or `undefined` if that is unknown: a server may compress a picture again,
 * or serve it in another format.
 */
export function isSamePicture(one: ComparablePicture, other: ComparablePicture): boolean | undefined {
  if (one.digest === other.digest) return true
  const isSized = one.width > 0 && other.width > 0
  if (isSized && (one.width !== other.width || one.height !== other.height)) return false
  if (one.pixels === undefined || one.pixels.samples !== other.pixels?.samples) return undefined
  return one.pixels.digest === other.pixels.digest
}

function pictureIn(bytes: Uint8Array, wantsAlpha = true): Picture {
  if (startsLikePng(bytes)) return pngFacts(bytes, wantsAlpha)
  return webpFacts(bytes) ?? jpegFacts(bytes) ?? { format: 'other', width: 0, height: 0, alpha: 'none' }
}

/** Reads the header of a WEBP, or returns `undefined`. The file must be as long as its RIFF header states. */
function webpFacts(bytes: Uint8Array): Picture | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  if (!head.startsWith('RIFF') || !/^WEBPVP8[ LX]$/.test(head.slice(8))) return undefined
  const announced = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(4, true) + 8
  // Some encoders count a padding byte that they do not write.
  const isWhole = bytes.length + 1 >= announced
  return { format: isWhole ? 'webp' : 'invalid', ...dimensions(bytes), alpha: hasAlpha(bytes) ? 'partial' : 'none' }
}

/** Returns whether the header announces alpha (WebP container specification). Pixels are not decoded. */
function hasAlpha(bytes: Uint8Array): boolean {
  const kind = bytes[15]
  if (kind === 0x58) return ((bytes[20] ?? 0) & 0x10) !== 0
  return kind === 0x4c && ((bytes[24] ?? 0) & 0x10) !== 0
}

/** Reads the header of a JPEG, or returns `undefined`. The file must have an end-of-image marker. */
function jpegFacts(bytes: Uint8Array): Picture | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8 || bytes[2] !== 0xff) return undefined
  const isWhole = asBuffer(bytes).includes(Buffer.of(0xff, 0xd9))
  return { format: isWhole ? 'jpeg' : 'invalid', ...dimensions(bytes), alpha: 'none' }
}

/** Returns the width and height in the header of a WEBP or JPEG, or 0 if they cannot be read. */
function dimensions(bytes: Uint8Array): { readonly width: number; readonly height: number } {
  try {
    const { imageSize } = require('image-size') as typeof import('image-size')
    const { width, height } = imageSize(bytes)
    return { width, height }
  } catch {
    return { width: 0, height: 0 }
  }
}

/**
 * The first bytes of images that are not decoded here: GIF, BMP, TIFF, AVIF, HEIF and JPEG XL, and the text formats
 * PNM, XPM and XBM.
 */
const otherImages = [
  /^GIF8[79]a/,
  /^BM/,
  /^II\*\0/,
  /^MM\0\*/,
  /^....ftyp/s,
  /^\xff\x0a/,
  /^\0\0\0\x0cJXL /,
  /^P[1-7]\s/,
  /^\/\* XPM \*\//,
  /^#define \w+_width /,
]

/** Matches the beginning of an HTML page, which is not an image even if it contains drawings. */
const page = /^\s*<(!doctype html|html|head|body)\b/i

/** Returns whether bytes are certainly no image: empty, an HTML page, or text that is no drawing. */
function isCertainlyNoImage(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 1024)
  const letters = Buffer.from(head).toString('latin1')
  if (otherImages.some((start) => start.test(letters))) return false
  const text = asText(head)
  return text !== undefined && (page.test(text) || !/<svg/i.test(text))
}

/** Returns bytes as text, or `undefined` if they are not text. Their last character may be incomplete. */
function asText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return /\p{Cc}/u.test(text.replace(/[\t\n\r\f]/g, '')) ? undefined : text
  } catch {
    return undefined
  }
}
