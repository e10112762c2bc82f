import sharp, { type Sharp } from 'sharp'

/**
 * The facts of an uploaded file, read from its bytes (interpretation I7), in the words of `schemas/images/file.json`.
 */
export interface UploadFacts {
  /** `invalid`: starts like a PNG but cannot be decoded. `other`: damaged or not a listed format. */
  readonly format: 'png' | 'webp' | 'jpeg' | 'invalid' | 'other'
  readonly width: number
  readonly height: number
  readonly square: boolean
  readonly alpha: 'none' | 'opaque' | 'partial' | 'transparent'
}

/** Blocks decoders for all formats that are not listed, because the files are untrusted. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'] })
/** Disables the cache, because each file is read once and names are never reused. */
sharp.cache(false)

/** The maximum number of pixels that are decoded. A small file may have many more: a decompression bomb. */
const mostPixels = 2 ** 25

/** Returns the facts of the image in a file. Decodes all of it; of a picture with too many pixels, it reads the header. */
export async function uploadFacts(path: string, head: Uint8Array): Promise<UploadFacts> {
  try {
    const { format, width, height, hasAlpha } = await opened(path).metadata()
    const lowest = width * height <= mostPixels ? await alphaOf(path) : 'transparent'
    const alpha = hasAlpha ? lowest : 'none'
    return { format: format as 'png' | 'webp' | 'jpeg', width, height, square: width === height, alpha }
  } catch {
    return { format: beginsLikePng(head) ? 'invalid' : 'other', width: 0, height: 0, square: false, alpha: 'none' }
  }
}

function opened(path: string): Sharp {
  return sharp(path, { limitInputPixels: false, sequentialRead: true, failOn: 'error' })
}

/** Decodes every pixel. Throws if the file is damaged. */
async function alphaOf(path: string): Promise<UploadFacts['alpha']> {
  const alpha = await opened(path).ensureAlpha().extractChannel('alpha').raw().toBuffer()
  if (alpha.includes(0)) return 'transparent'
  return alpha.equals(Buffer.alloc(alpha.length, 255)) ? 'opaque' : 'partial'
}

function beginsLikePng(head: Uint8Array): boolean {
  return [0x89, 0x50, 0x4e, 0x47].every((byte, index) => head[index] === byte)
}
