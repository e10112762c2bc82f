import { memoize } from '../../../model/memoize.ts'
import type { Observation } from '../../../model/observation.ts'
import { type ReceivedPicture, receivedPicture } from '../../../wire/image-facts.ts'
import { given } from './asked.ts'
import { bytesIn } from './base64.ts'

/** A picture in base64 in a reply, with its place. Its bytes are large and not kept. */
export interface Carried {
  readonly pointer: string
  readonly facts: ReceivedPicture
}

/** Decodes the pictures of a reply from any form of base64 (interpretation G13). Decoding is slow. */
export const carried = memoize((seen: Observation): readonly Carried[] =>
  given(seen).flatMap(({ pointer, b64_json: text }) => carriedIn(pointer, text)),
)

function carriedIn(pointer: string, text: unknown): readonly Carried[] {
  const bytes = typeof text === 'string' ? bytesIn(text) : undefined
  return bytes === undefined ? [] : [{ pointer: `${pointer}/b64_json`, facts: receivedPicture(bytes) }]
}
