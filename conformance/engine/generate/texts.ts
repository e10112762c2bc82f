import type { Random } from '../../core/model/arbitraries.ts'
import { hasAwkwardText } from '../../core/model/awkward.ts'
import { charactersIn } from '../../core/text/characters.ts'

/** Returns names that users may choose for members. Without awkward texts, all of them are ASCII. */
export function freeNames(isAwkward: boolean): readonly string[] {
  const usual = ['city', 'count', 'unit', 'is_open', 'a-b', 'Name', 'x', '7', 'type', 'maxResults', 'q', 'from']
  return [...usual, isAwkward ? 'größe' : 'size']
}

const plainText = 'Name a color.'

/** A kind of text: a pattern that recognises it, and examples. */
interface TextKind {
  readonly pattern: RegExp
  readonly pieces: readonly string[]
}

/** The kinds of text that software often treats specially. */
const kinds: Readonly<Record<string, TextKind>> = {
  letters: { pattern: /[A-Za-z]/, pieces: ['Name a color.', 'river stone', 'Answer in one word.', 'MiXed Case'] },
  digits: { pattern: /\d/, pieces: ['2048', 'Room 101', '3.14', '0'] },
  dash: { pattern: /-/, pieces: ['well-known', '--flag', 'a - b'] },
  underscore: { pattern: /_/, pieces: ['snake_case', '__init__'] },
  'line break': { pattern: /\n/, pieces: ['one\ntwo', 'first\n\nsecond'] },
  'carriage return': { pattern: /\r/, pieces: ['one\r\ntwo'] },
  tab: { pattern: /\t/, pieces: ['a\tb'] },
  quotes: { pattern: /"/, pieces: ['say "yes"', '"quoted"'] },
  apostrophe: { pattern: /'/, pieces: ["it's", "'single'"] },
  backslash: { pattern: /\\/, pieces: ['C:\\temp\\new', 'a \\" b'] },
  braces: { pattern: /[{}]/, pieces: ['{name}', `${'$'}{name} {{name}}`] },
  'like JSON': { pattern: /\{\s*"|\[\s*\d/, pieces: ['{"type": "message_stop"}', '[1, 2.5, null]'] },
  'like an event': { pattern: /^(data|event|id|retry):/m, pieces: ['data: [DONE]', 'event: ping\ndata: {}\n'] },
  'like a comment': { pattern: /^:/m, pieces: [': a comment'] },
  'like markup': { pattern: /<[a-z!/]/, pieces: ['<b>bold</b>', '<!-- c --><br>', '</end> <x>'] },
  ampersand: { pattern: /&/, pieces: ['salt & pepper', '&amp;'] },
  percent: { pattern: /%/, pieces: ['100%', '%7B%22a%22'] },
  slash: { pattern: /\//, pieces: ['and/or', 'https://example.com/a?b=c'] },
  hash: { pattern: /#/, pieces: ['###', '# title'] },
  'a long word': { pattern: /\S{60}/, pieces: ['pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(2)] },
  'a literal': { pattern: /^(null|true|false|0)$/, pieces: ['null', 'true', '0'] },
  'beyond the basic plane': { pattern: /[\u{10000}-\u{10ffff}]/u, pieces: ['🎨', '🙂 yes', '𝒩𝒶'] },
  joined: { pattern: /\u200d/, pieces: ['👩‍👩‍👧', '🏳️‍🌈'] },
  combining: { pattern: /\p{M}/u, pieces: ['e\u0301 a\u0308', 'n\u0303o'] },
  'right to left': {
    pattern: /[\p{Script=Arabic}\p{Script=Hebrew}]/u,
    pieces: ['سمِّ لونًا', 'אמור צבע'],
  },
  'accented Latin': { pattern: /[À-ÿ]/, pieces: ['größte Übung', 'déjà vu'] },
  'other scripts': {
    pattern: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hangul}]/u,
    pieces: ['说出颜色', 'Назови цвет', '色の名前', 'Όνομα', '색 이름'],
  },
  'line separator': { pattern: /[\u2028\u2029]/, pieces: ['a\u2028b', 'c\u2029d'] },
  'special space': { pattern: /[\u00a0\u200b\u3000]/, pieces: ['a\u00a0b', 'c\u200bd'] },
  'only punctuation': { pattern: /^[\p{P}\p{S}\s]+$/u, pieces: ['!?', '... --- ...'] },
}

const patterns = Object.entries(kinds).map(([kind, { pattern }]) => [kind, pattern] as const)
const all = Object.values(kinds).map(({ pieces }) => pieces)

/**
 * Text pieces that a target has to accept. The rejection of the others is observed, not judged (interpretation G13).
 */
const ordinary = all
  .map((pieces) => pieces.filter((piece) => !hasAwkwardText({ body: piece })))
  .filter((pieces) => pieces.length > 0)

/** The kinds of recent texts. A plan uses the same texts many times. */
const recent = new Map<string, readonly string[]>()
const mostRecent = 3000

export function textKindsOf(text: string): readonly string[] {
  const known = recent.get(text)
  if (known !== undefined) return known
  const found = patterns.flatMap(([kind, pattern]) => (pattern.test(text) ? [kind] : []))
  if (recent.size >= mostRecent) recent.clear()
  recent.set(text, found)
  return found
}

/** The smallest length of each class of lengths. */
const lengths = [1, 2, 5, 20, 60, 200, 600, 2000] as const

export function lengthClassOf(length: number): string {
  const least = lengths.findLast((one) => one <= length)
  return least === undefined ? 'of 0' : least < 5 ? `of ${length < 5 ? length : 'few'}` : `of ${least} or more`
}

/** The limits of a text, in characters. */
export interface TextLimits {
  readonly least: number
  readonly most: number
  /** Further lengths in the schemas, at which something changes. */
  readonly mentioned?: readonly number[]
}

/** Draws a text of several kinds within its limits: at a limit, next to it, or anywhere. */
export function drawText(random: Random, isAwkward: boolean, limits: TextLimits): string {
  const text = drawAnyText(random, isAwkward, limits)
  // A cut may leave only an awkward character.
  return isAwkward || !hasAwkwardText({ body: text }) ? text : ofLength(plainText, charactersIn(text))
}

function drawAnyText(random: Random, isAwkward: boolean, limits: TextLimits): string {
  const { least, most, mentioned = [] } = limits
  const text = random.chance(15) ? plainText : mixed(random, isAwkward ? all : ordinary)
  const edges = [least, most, ...mentioned].filter((length) => length > 0 && Number.isFinite(length))
  const bounds = edges
    .flatMap((length) => [length - 1, length, length + 1])
    .filter((length) => length >= Math.max(1, least) && length <= most)
  if (bounds.length > 0 && random.chance(30)) return ofLength(text, random.pick(bounds))
  if (random.chance(8)) return ofLength(text, Math.min(most, random.pick([1, 2, 3, 70, 250, 700, 2100])))
  return text.length > most || text.length < least ? ofLength(text, Math.min(most, Math.max(least, text.length))) : text
}

/**
 * Returns texts of the wanted kinds: one with a piece of each, each on its own line; one with half of them; and each
 * piece that is of its kind only alone.
 */
export function textsOfKinds(
  random: Random,
  isAwkward: boolean,
  isWanted: (kind: string) => boolean,
): readonly string[] {
  const wanted = Object.entries(kinds).flatMap(([kind, { pattern, pieces }]) => {
    const allowed = isAwkward ? pieces : pieces.filter((piece) => !hasAwkwardText({ body: piece }))
    return isWanted(kind) && allowed.length > 0 ? [{ pattern, piece: random.pick(allowed) }] : []
  })
  const pieces = random.shuffled(wanted).map(({ piece }) => piece)
  const text = pieces.join('\n')
  const half = pieces.slice(0, pieces.length / 2).join('\n')
  return [text, half, ...wanted.filter(({ pattern }) => !pattern.test(text)).map(({ piece }) => piece)]
}

/** Joins one to seven pieces. A single piece covers kinds that only a whole text can have. */
function mixed(random: Random, from: readonly (readonly string[])[]): string {
  const count = random.pick([1, 1, 2, 4, 7])
  const pieces = Array.from({ length: count }, () => random.pick(random.pick(from)))
  return pieces.join(random.pick([' ', ' ', '\n', ', ']))
}

/** Returns a text of exactly this many characters (interpretation G6), cut or filled up with letters. */
export function ofLength(text: string, length: number): string {
  if (charactersIn(text) === length) return text
  const characters = [...text]
  // A cut may leave only white space, which is unspecified.
  const cut = characters.slice(0, length).join('')
  const start = cut.trim() === '' ? 'a'.repeat(Math.min(length, cut.length)) : cut
  return (
    start +
    'river table '
      .repeat(Math.ceil(length / 12))
      .slice(0, Math.max(0, length - charactersIn(start)))
      .replace(/ $/, 's')
  )
}
