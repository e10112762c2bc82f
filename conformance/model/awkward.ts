import type { OpenSite } from '../../schemas/index.ts'
import type { RequestValue } from './operation.ts'

/** Characters beyond ASCII and control characters, or neither a letter nor a digit (interpretation G13). */
const awkward = /[^\t\n\r -~]|^[^A-Za-z0-9]+$/

/**
 * Returns whether a request holds an awkward text: harmless, yet such that a target may reject it. Its rejection is observed and
 * no more (G13); what is answered to it once it is accepted is judged.
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

/** Returns whether a place is left open only because its text is awkward. */
export function isAboutTexts({ interpretation }: Pick<OpenSite, 'interpretation'>): boolean {
  return interpretation === 'G13'
}
