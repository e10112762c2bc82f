import type { Ask } from '../ask.ts'
import type { ServerState } from '../state.ts'
import { seedOf } from './picture.ts'
import { pngOf } from './pictures.ts'
import type { Sides } from './sizes.ts'
import type { Wish } from './wish.ts'

/** One entry of `data` (section 2.4). */
export interface ImageObject {
  readonly url?: string
  readonly b64_json?: string
  readonly revised_prompt?: string
}

/** Draws what is wished for. `from` is what else tells the pictures apart, such as the images they are made from. */
export function imageObjects(
  wish: Wish,
  [width, height]: Sides,
  from: readonly unknown[],
  ask: Ask,
  { pictures }: ServerState,
): ImageObject[] {
  const words = [ask.endpoint, wish.model, wish.prompt, wish.quality, ...from]
  return Array.from({ length: wish.n }, (_, index) => {
    const picture = { seed: seedOf(words, index), width, height }
    const image = wish.inBase64
      ? { b64_json: Buffer.from(pngOf(picture)).toString('base64') }
      : { url: pictures.issue(picture, ask.base(), ask.now) }
    return { ...image, ...revision(wish.prompt) }
  })
}

/** This server modifies a prompt in one way: it takes white space off its ends. */
function revision(prompt: string): Pick<ImageObject, 'revised_prompt'> {
  const revised = prompt.trim()
  return revised === prompt || revised === '' ? {} : { revised_prompt: revised }
}
