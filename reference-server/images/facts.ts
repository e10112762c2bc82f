import sharp, { type Sharp } from 'sharp'

/** What an uploaded file is, told by its bytes (interpretation I7); the words of `schemas/images/file.json`. */
export interface ImageFacts {
  /** `invalid`: begins like a PNG but cannot be decoded. `other`: none of the listed kinds, or damaged. */
  readonly format: 'png' | 'webp' | 'jpeg' | 'invalid' | 'other'
  readonly width: number
  readonly height: number
  readonly square: boolean
  readonly alpha: 'none' | 'opaque' | 'partial' | 'transparent'
}

/** Decoders for anything but the listed kinds stay out of reach of strangers' files. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'] })
/** Files are looked at once, and their names come back never. */
sharp.cache(false)

/** The most pixels that are decoded; more in so few bytes is a bomb. */
const mostPixels = 2 ** 25

/** The facts of the image in a file. Decodes all of it. */
export async function imageFacts(path: string, head: Uint8Array): Promise<ImageFacts> {
  try {
    const { format, width, height, hasAlpha } = await opened(path).metadata()
    const lowest = await alphaOf(path)
    const alpha = hasAlpha ? lowest : 'none'
    return { format: format as 'png' | 'webp' | 'jpeg', width, height, square: width === height, alpha }
  } catch {
    return { format: beginsLikePng(head) ? 'invalid' : 'other', width: 0, height: 0, square: false, alpha: 'none' }
  }
}

function opened(path: string): Sharp {
  return sharp(path, { limitInputPixels: mostPixels, sequentialRead: true, failOn: 'error' })
}

/** Decodes every pixel, so it throws where the file is damaged. */
async function alphaOf(path: string): Promise<ImageFacts['alpha']> {
  const alpha = await opened(path).ensureAlpha().extractChannel('alpha').raw().toBuffer()
  if (alpha.includes(0)) return 'transparent'
  return alpha.every((value) => value === 255) ? 'opaque' : 'partial'
}

function beginsLikePng(head: Uint8Array): boolean {
  return [0x89, 0x50, 0x4e, 0x47].every((byte, index) => head[index] === byte)
}
