import { isObject } from '../../../schemas/json.ts'

const plainText = 'Name a color.'

/** Returns plainer texts for a text, and plainer numbers for a number. */
export function plainerValues(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return plainerNumbers(value).filter((one) => one !== value)
  if (typeof value !== 'string' || value.length < 2 || value === plainText) return []
  const isAwkward = !/^[ -~]*$/.test(value)
  return [...new Set([plainText, ...samplesOf(value), 'e', ...halvesOf(value)])].filter(
    (one) => one !== value && (one.length < value.length || isAwkward),
  )
}

/** Returns simpler numbers. For a fraction, 1 suffices; a count may matter. */
function plainerNumbers(value: number): readonly number[] {
  return Number.isInteger(value) ? [1, 2, Math.trunc(value / 2)] : [1]
}

/** The kinds of characters that make texts awkward. One sample of each kind shows whether it matters. */
const awkward = [
  /\p{Extended_Pictographic}|[\u{10000}-\u{10ffff}]/u,
  /[a-z]\p{M}/iu,
  /[\p{Script=Arabic}\p{Script=Hebrew}]/u,
  /\p{Script=Han}/u,
  /[\u2028\u2029]/,
  /[\u00a0\u200b]/,
  /[À-ſ]/,
  /[\n\r\t]/,
] as const

function samplesOf(text: string): readonly string[] {
  const found = awkward.flatMap((kind) => kind.exec(text)?.[0] ?? [])
  // A text of white space alone would be a different case.
  return found.map((sample) => (sample.trim() === '' ? `e${sample}` : sample))
}

/** Returns both halves of a text, without splitting characters beyond the basic plane. */
function halvesOf(text: string): readonly string[] {
  const letters = [...text]
  const middle = Math.ceil(letters.length / 2)
  return [letters.slice(0, middle), letters.slice(middle)].map((part) => part.join(''))
}

/** Returns the amount of text in a value. Every step reduces it. Unusual characters count more than plain ones. */
export function readingSize(value: unknown): number {
  if (typeof value === 'string') return 1 + value.length + 2 * value.replaceAll(/[ -~]/g, '').length
  if (typeof value === 'number') return 1 + Math.log2(1 + Math.abs(value)) + (Number.isInteger(value) ? 0 : 1)
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + readingSize(item), 1)
  if (!isObject(value)) return 1
  return Object.entries(value).reduce((sum, [name, member]) => sum + name.length + readingSize(member), 1)
}
