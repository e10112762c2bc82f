import type { Shape } from '../schema/shape.ts'

/** Harmless words for whatever is text (interpretation G13). */
export const words = [
  'apple',
  'basket',
  'candle',
  'door',
  'engine',
  'forest',
  'garden',
  'harbor',
  'island',
  'jacket',
  'kettle',
  'lantern',
  'meadow',
  'needle',
  'orange',
  'pencil',
  'quilt',
  'river',
  'saddle',
  'table',
] as const

/** Longer texts than this are not made. */
export const longestText = 200_000

const formatted: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['2024-01-31T12:00:00Z'],
  date: ['2024-01-31'],
  time: ['12:00:00Z'],
  uri: ['https://example.com/apple'],
  byte: ['YXBwbGUg', 'YXBwbGU='],
}

/** Ways to make a text of exactly that length: words, a name, base64, digits. Not every way suits every pattern. */
function textsOfLength(length: number): readonly string[] {
  return [
    padded(words.join(' '), length),
    padded(words.join('_'), length),
    padded('YXBwbGUg', length),
    padded('12', length),
  ]
}

/** Texts of one length that suit a shape's patterns. */
export function textsThatSuit(shape: Shape, length: number): readonly string[] {
  if (length < 0 || length > longestText) return []
  return textsOfLength(length).filter((text) => suits(shape, text))
}

/** A few short texts that suit a shape, the most natural first. */
export function shortTexts(shape: Shape): readonly string[] {
  const known = shape.formats.flatMap((format) => formatted[format] ?? [])
  const length = Math.min(Math.max(shape.minLength, 5), shape.maxLength)
  const wanted = [...known, ...textsThatSuit(shape, length), ...textsThatSuit(shape, Math.max(shape.minLength, 8))]
  return [...new Set(wanted)].filter((text) => suits(shape, text) && text.length <= shape.maxLength)
}

/** Whether a text matches every pattern of a shape. */
export function suits({ patterns }: Shape, text: string): boolean {
  return patterns.every((pattern) => new RegExp(pattern, 'u').test(text))
}

/** A filler repeated and cut; never with white space at an end, which a target may trim. */
function padded(filler: string, length: number): string {
  const text = `${filler} `
    .trimEnd()
    .padEnd(length, filler.includes(' ') ? ` ${filler}` : filler)
    .slice(0, length)
  return text.endsWith(' ') ? `${text.slice(0, -1)}s` : text
}
