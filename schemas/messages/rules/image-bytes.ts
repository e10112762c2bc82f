import type { Rule } from '../../rules.ts'
import { member } from './conversation.ts'

/** The first characters of the base64 text of each image type. */
const beginnings: Readonly<Record<string, RegExp>> = {
  'image/jpeg': /^\/9j\//,
  'image/png': /^iVBORw0KGgo/,
  'image/gif': /^R0lGODlh|^R0lGODdh/,
  'image/webp': /^UklGR.{6}XRUJQ/,
}

/** Interpretation C7: bytes that do not match their declared type, and base64 without padding, are unspecified. */
export const imageBytes: Rule = (source) => {
  const declared = member(source, 'media_type')
  const data = member(source, 'data')
  if (typeof data !== 'string' || typeof declared !== 'string' || !Object.hasOwn(beginnings, declared)) return []
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(data)) return []
  if (data.length % 4 === 0 && beginnings[declared]!.test(data)) return []
  return [{ pointer: '/data', message: `the data does not begin like ${declared}`, open: 'C7' }]
}
