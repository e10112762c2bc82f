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

/** How other images begin, those that are not decoded here: GIF, BMP, TIFF, AVIF and HEIF, JPEG XL. */
const otherImages = [/^GIF8[79]a/, /^BM/, /^II\*\0/, /^MM\0\*/, /^....ftyp/s, /^\xff\x0a/, /^\0\0\0\x0cJXL /]

/** Whether bytes are certainly no image: nothing, or plain text without a drawing in it. */
export function isCertainlyNoImage(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  if (otherImages.some((start) => start.test(head))) return false
  return /^[\t\n\r\x20-\x7e]*$/.test(head) && !/<svg/i.test(head)
}
