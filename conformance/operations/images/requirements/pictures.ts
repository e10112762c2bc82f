import { pictureFacts } from '../../../media/image-facts.ts'
import { isCertainlyNoImage } from '../../../media/no-image.ts'
import type { Observation } from '../../../model/observation.ts'
import { given } from './asked.ts'
import { isBase64 } from './base64.ts'

/** A picture that a reply carries in base64, with its place; without its bytes, which are large. */
export interface Carried {
  readonly pointer: string
  readonly facts: ReturnType<typeof pictureFacts>
  readonly isCertainlyNoImage: boolean
}

/** Several requirements look at the same pictures, which take long to decode. */
const known = new WeakMap<Observation, readonly Carried[]>()

/** The pictures of a reply, as far as they can be had from valid base64. */
export function carried(seen: Observation): readonly Carried[] {
  const found = known.get(seen) ?? given(seen).flatMap(({ pointer, b64_json: text }) => carriedIn(pointer, text))
  known.set(seen, found)
  return found
}

function carriedIn(pointer: string, text: unknown): readonly Carried[] {
  if (typeof text !== 'string' || !isBase64(text)) return []
  const bytes = Buffer.from(text, 'base64')
  return [{ pointer: `${pointer}/b64_json`, facts: pictureFacts(bytes), isCertainlyNoImage: isCertainlyNoImage(bytes) }]
}

/** Whether a picture is an image for all one knows: what cannot be decoded here may be one. */
export function isAnImage({
  facts: { format },
  isCertainlyNoImage: isNone,
}: Pick<Carried, 'facts' | 'isCertainlyNoImage'>) {
  return format !== 'invalid' && !(format === 'other' && isNone)
}
