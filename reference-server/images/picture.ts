import { createHash } from 'node:crypto'

/** The parameters of a generated image. The same seed and size give the same pixels. */
export interface Picture {
  /** 16 hexadecimal digits. */
  readonly seed: string
  readonly width: number
  readonly height: number
}

/** Returns the seed of a request's picture with this index. `words` are the parts of the request that decide it. */
export function seedOf(words: readonly unknown[], index: number): string {
  return createHash('sha256')
    .update(JSON.stringify([...words, index]))
    .digest('hex')
    .slice(0, 16)
}
