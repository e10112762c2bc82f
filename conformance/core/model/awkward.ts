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

/** The kinds of characters that make a text awkward, the widest first. */
const kinds: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['characters beyond the Basic Multilingual Plane', /[\u{10000}-\u{10ffff}]/u],
  ['letters written from right to left', /[\p{Script=Arabic}\p{Script=Hebrew}]/u],
  ['combining characters', /\p{M}/u],
  ['line separators', /[\u2028\u2029]/],
  ['spaces other than U+0020', /[\u00a0\u200b\u3000]/],
]

/** Returns the kinds of awkward characters in the texts of a request, in words. */
export function awkwardCharactersIn({ body }: RequestValue): readonly string[] {
  if (!holdsAwkward(body)) return []
  const text = JSON.stringify(body)
  return kinds.filter(([, pattern]) => pattern.test(text)).map(([kind]) => kind)
}
