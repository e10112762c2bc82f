import { dimensions } from './dimensions.ts'
import type { Picture } from './image-facts.ts'

/** What a JPEG says of itself; `undefined` where the bytes do not begin like one. It must come to an end-of-image marker. */
export function jpegFacts(bytes: Uint8Array): Picture | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8 || bytes[2] !== 0xff) return undefined
  const isWhole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(Buffer.of(0xff, 0xd9))
  return { format: isWhole ? 'jpeg' : 'invalid', ...dimensions(bytes), alpha: 'none' }
}
