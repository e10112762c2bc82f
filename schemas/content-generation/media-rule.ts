import type { RuleFinding } from '../rules.ts'
import { looksLike } from './media-signatures.ts'
import { membersOf, spelled } from './members.ts'

/** Base64 without padding, and bytes that do not match their declared type, are unspecified (interpretation C7). */
export function mediaBytes(value: unknown): readonly RuleFinding[] {
  const type = spelled(value, 'mimeType', 'mime_type')
  const { data } = membersOf(value)
  if (typeof type !== 'string' || typeof data !== 'string' || !/^[A-Za-z0-9+/]/.test(data)) return []
  if (data.length % 4 !== 0) return [{ pointer: '/data', message: 'the base64 is not padded', open: 'C7' }]
  // 64 bytes are enough for every signature.
  const head = Buffer.from(data.slice(0, 88), 'base64')
  if (looksLike(type, head)) return []
  return [{ pointer: '', message: `the data does not begin like ${type}`, open: 'C7' }]
}
