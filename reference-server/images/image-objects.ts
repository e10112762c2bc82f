import type { IncomingRequest } from '../incoming-request.ts'
import type { ServerState } from '../state.ts'
import type { ImageParameters } from './image-parameters.ts'
import { seedOf } from './picture.ts'
import { pngOf } from './pictures.ts'
import type { Sides } from './sizes.ts'

/** One entry of `data` (section 2.4). */
export interface ImageObject {
  readonly url?: string
  readonly b64_json?: string
  readonly revised_prompt?: string
}

/**
 * Draws the requested pictures. `from` contains everything else that makes pictures different, such as the source
 * images.
 */
export function imageObjects(
  parameters: ImageParameters,
  [width, height]: Sides,
  from: readonly unknown[],
  request: IncomingRequest,
  { pictures }: ServerState,
): ImageObject[] {
  const words = [request.endpoint, parameters.model, parameters.prompt, parameters.quality, ...from]
  return Array.from({ length: parameters.n }, (_, index) => {
    const picture = { seed: seedOf(words, index), width, height }
    const image = parameters.inBase64
      ? { b64_json: Buffer.from(pngOf(picture)).toString('base64') }
      : { url: pictures.issue(picture, request.base(), request.now) }
    return { ...image, ...revision(parameters.prompt) }
  })
}

/** This server revises a prompt in one way: it trims white space. */
function revision(prompt: string): Pick<ImageObject, 'revised_prompt'> {
  const revised = prompt.trim()
  return revised === prompt || revised === '' ? {} : { revised_prompt: revised }
}
