import { type ImageFacts, imageFacts } from '../../../core/wire/image-facts.ts'

/** A picture that a target sent. */
export interface OwnPicture {
  readonly bytes: Uint8Array
  readonly facts: ImageFacts
}

/**
 * Returns the first picture of a reply in base64 (section 2.4), in any image format. Returns `undefined` if there is
 * none.
 */
export function ownPicture(reply: unknown): OwnPicture | undefined {
  const { data } = Object(reply) as { readonly data?: unknown }
  const { b64_json: text } = Object(Object(data)[0]) as { readonly b64_json?: unknown }
  if (typeof text !== 'string') return undefined
  const bytes = Buffer.from(text, 'base64')
  return { bytes, facts: imageFacts(bytes) }
}

/**
 * Returns whether a picture is valid input for a variation, or for an edit with a mask of its size (sections 2.2 and
 * 2.3).
 */
export function mayBeSentBack({ facts: { format, square, bytes } }: OwnPicture): boolean {
  return format === 'png' && square && bytes < 4_000_000
}
