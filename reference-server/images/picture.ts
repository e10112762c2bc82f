import { createHash } from 'node:crypto'

/** The parameters of a generated image. The same seed and size give the same pixels. */
export interface PictureParameters {
  /** 16 hexadecimal digits. */
  readonly seed: string
  readonly width: number
  readonly height: number
}

/** Returns the seed of a request's picture with this index. `words` are the parts of the request that decide it. */
export function pictureSeed(words: readonly unknown[], index: number): string {
  return createHash('sha256')
    .update(JSON.stringify([...words, index]))
    .digest('hex')
    .slice(0, 16)
}

/** Width and height in pixels. */
export type Sides = readonly [width: number, height: number]

const sizes: Readonly<Record<string, Sides>> = {
  '256x256': [256, 256],
  '512x512': [512, 512],
  '1024x1024': [1024, 1024],
  '1792x1024': [1792, 1024],
  '1024x1792': [1024, 1792],
  '1536x1024': [1536, 1024],
  '1024x1536': [1024, 1536],
}

/** Returns the sides of a `size`. `auto` follows the shape of the source; an invalid size is a large square. */
export function sidesOf(size: string, source?: { readonly width: number; readonly height: number }): Sides {
  if (Object.hasOwn(sizes, size)) return sizes[size]!
  if (size !== 'auto' || source === undefined || source.width === source.height) return [1024, 1024]
  return source.width > source.height ? [1536, 1024] : [1024, 1536]
}
