import type { ImageParameters } from './image-parameters.ts'
import type { Sides } from './sizes.ts'

/** `usage` of section 2.4. */
export interface ImageUsage {
  readonly total_tokens: number
  readonly input_tokens: number
  readonly output_tokens: number
  readonly input_tokens_details: { readonly text_tokens: number; readonly image_tokens: number }
}

/** The tokens for each 512 by 512 pixels of an output picture. */
const tokensPerTile: Readonly<Record<string, number>> = { low: 64, medium: 256, high: 1024 }

/** Returns the cost of an edit: its prompt, its source images by area, and its pictures by area and quality. */
export function imageUsage(parameters: ImageParameters, [width, height]: Sides, sources: readonly Sides[]): ImageUsage {
  const text_tokens = Math.max(1, Math.ceil(parameters.prompt.length / 4))
  const image_tokens = sources.reduce((sum, [w, h]) => sum + 64 * tiles(w, h), 0)
  const output_tokens = parameters.n * tiles(width, height) * (tokensPerTile[parameters.quality] ?? 256)
  const input_tokens = text_tokens + image_tokens
  return {
    total_tokens: input_tokens + output_tokens,
    input_tokens,
    output_tokens,
    input_tokens_details: { text_tokens, image_tokens },
  }
}

function tiles(width: number, height: number): number {
  return Math.ceil(width / 512) * Math.ceil(height / 512)
}
