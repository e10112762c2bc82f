import { createHash } from 'node:crypto'

/** A generated image, told by what it is drawn from: the same seed and size are the same pixels. */
export interface Picture {
  /** 16 hexadecimal digits. */
  readonly seed: string
  readonly width: number
  readonly height: number
}

/** The seed of the `index`th picture of a request that says `words`. */
export function seedOf(words: readonly unknown[], index: number): string {
  return createHash('sha256')
    .update(JSON.stringify([...words, index]))
    .digest('hex')
    .slice(0, 16)
}
