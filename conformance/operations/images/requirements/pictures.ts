import { type ImageFacts, imageFacts } from '../../../media/image-facts.ts'
import type { Observation } from '../../../model/observation.ts'
import { given } from './asked.ts'
import { isBase64 } from './base64.ts'

/** A picture that a reply carries in base64, with its place. */
export interface Carried {
  readonly pointer: string
  readonly bytes: Uint8Array
  readonly facts: ImageFacts
}

/** The pictures of a reply, as far as they can be had from valid base64. */
export function carried(seen: Observation): readonly Carried[] {
  return given(seen).flatMap(({ pointer, b64_json: text }) => {
    if (typeof text !== 'string' || !isBase64(text)) return []
    const bytes = Buffer.from(text, 'base64')
    return [{ pointer: `${pointer}/b64_json`, bytes, facts: imageFacts(bytes) }]
  })
}
