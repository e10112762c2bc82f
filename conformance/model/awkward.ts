import type { OpenSite } from '../../schemas/index.ts'
import type { RequestValue } from './operation.ts'

/**
 * Matches text with characters beyond ASCII, with control characters, or without letters and digits (interpretation
 * G13).
 */
const awkward = /[^\t\n\r -~]|^[^A-Za-z0-9]+$/

/**
 * Returns whether a request contains an awkward text: harmless, but a target may reject it. The rejection is only
 * observed (G13). A response to an accepted one is judged.
 */
export function hasAwkwardText({ body }: RequestValue): boolean {
  return holdsAwkward(body)
}

function holdsAwkward(value: unknown): boolean {
  if (typeof value === 'string') return awkward.test(value)
  if (Array.isArray(value)) return value.some(holdsAwkward)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, member]) => awkward.test(name) || holdsAwkward(member))
}

/** Returns whether a place is unspecified only because its text is awkward. */
export function isAboutTexts({ interpretation }: Pick<OpenSite, 'interpretation'>): boolean {
  return interpretation === 'G13'
}
