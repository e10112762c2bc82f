import { memoize } from '../../../model/memoize.ts'
import type { Observation } from '../../../model/observation.ts'
import { type ReceivedPicture, receivedPicture } from '../../../wire/image-facts.ts'
import { given } from './asked.ts'
import { bytesIn } from './base64.ts'

/** A picture that a reply carries in base64, with its place; without its bytes, which are large. */
export interface Carried {
  readonly pointer: string
  readonly facts: ReceivedPicture
}

/** The pictures of a reply, in whatever form of base64 they come (interpretation G13). They take long to decode. */
export const carried = memoize((seen: Observation): readonly Carried[] =>
  given(seen).flatMap(({ pointer, b64_json: text }) => carriedIn(pointer, text)),
)

function carriedIn(pointer: string, text: unknown): readonly Carried[] {
  const bytes = typeof text === 'string' ? bytesIn(text) : undefined
  return bytes === undefined ? [] : [{ pointer: `${pointer}/b64_json`, facts: receivedPicture(bytes) }]
}
