import { type ReceivedPicture, receivedPicture } from '../../../media/image-facts.ts'
import type { Observation } from '../../../model/observation.ts'
import { oncePer } from '../../../model/once-per.ts'
import { given } from './asked.ts'
import { isBase64 } from './base64.ts'

/** A picture that a reply carries in base64, with its place; without its bytes, which are large. */
export interface Carried {
  readonly pointer: string
  readonly facts: ReceivedPicture
}

/** The pictures of a reply, as far as they can be had from valid base64. They take long to decode. */
export const carried = oncePer((seen: Observation): readonly Carried[] =>
  given(seen).flatMap(({ pointer, b64_json: text }) => carriedIn(pointer, text)),
)

function carriedIn(pointer: string, text: unknown): readonly Carried[] {
  if (typeof text !== 'string' || !isBase64(text)) return []
  return [{ pointer: `${pointer}/b64_json`, facts: receivedPicture(Buffer.from(text, 'base64')) }]
}
