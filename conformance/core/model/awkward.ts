import type { OpenSite } from '../../../schemas/index.ts'
import type { RequestValue } from './operation.ts'

/**
 * The ordinary letters beyond ASCII, as ranges of a character class: Latin with accents, Greek, Cyrillic, Kana, Han and
 * Hangul in composed form (interpretation G13). Each is one UTF-16 unit, one code point and one grapheme, so that all
 * counts of a text agree (interpretation G6). Thai is left out, because its marks are no graphemes of their own. The
 * schemas repeat the ranges.
 */
export const ordinaryLetters =
  '\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af\u0386\u0388-\u03ce\u0400-\u0481\u048a-\u052f\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3'

/** Matches text with other characters than ordinary ones, and text without letters and digits. */
const awkward = new RegExp(`[^\\t\\n\\r -~${ordinaryLetters}]|^[^A-Za-z0-9${ordinaryLetters}]+$`, 'u')

/** Matches names that targets may reject: other programs often allow only ASCII in them. */
const awkwardName = /[^ -~]|^[^A-Za-z0-9]+$/

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
  return Object.entries(value).some(([name, member]) => awkwardName.test(name) || holdsAwkward(member))
}

/** Returns whether a place is unspecified only because its text is awkward. */
export function isAboutTexts({ interpretation }: Pick<OpenSite, 'interpretation'>): boolean {
  return interpretation === 'G13'
}
