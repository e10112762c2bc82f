import { isAscii as areAsciiBytes, Buffer } from 'node:buffer'
import { type Needle, needleOf, type Occurrence, occurrences } from './occurrences.ts'
import {
  asWritten,
  bytesInNumbers,
  hexDigits,
  inCharacters,
  type ReadText,
  shortestSecret,
  unescaped,
} from './readings.ts'
import type { FindSecrets, Match } from './redact-chunks.ts'

/** A secret, and the label that replaces it in everything that is recorded. */
export interface Labelled {
  readonly label: string
  readonly value: string
}

/** The fewest base64 characters of a secret that are searched for. They must not depend on its neighbours. */
const shortestBase64 = 8
/** The fewest characters or bytes of the beginning of a secret that is found where a text was cut. */
const shortestBeginning = 8
/** The longest usual form of one character: four bytes of UTF-8, each percent-encoded up to four times. */
const longestCharacter = 36

/** Finds secrets in a text. */
export interface SecretSearch {
  /** Finds whole secrets, in text whose characters may be bytes. */
  readonly whole: FindSecrets
  /** Also finds the beginning of a secret where a text was cut: at its end, or before `…` or `"…`. */
  readonly orBeginning: FindSecrets
}

/**
 * Returns a search for all forms of secrets: plain in either case, percent-encoded, escaped as in JSON or HTML, in
 * UTF-16, as numbers, in hex or in base64. The text is read once in each way, and every secret is searched for in time
 * that is linear in the text. Returns `undefined` if no secret is long enough.
 */
export function searchFor(secrets: readonly Labelled[]): SecretSearch | undefined {
  const long = secrets.filter(({ value }) => value.length >= shortestSecret)
  if (long.length === 0) return undefined
  const spellings = long.flatMap(spellingsOf)
  const longest = Math.max(...long.map(({ value }) => value.length)) * longestCharacter
  // No sequence of several bytes is a character of ASCII, so where all secrets are ASCII there is nothing to decode.
  const decode = long.every(({ value }) => isAscii(value + (unescaped(value)?.text ?? ''))) ? asWritten : inCharacters
  const search = (mayBeCut: boolean): FindSecrets =>
    Object.assign((text: string) => matchesIn(text, { spellings, decode, mayBeCut }), { longest })
  return { whole: search(false), orBeginning: search(true) }
}

function isAscii(text: string): boolean {
  return areAsciiBytes(Buffer.from(text, 'utf8'))
}

/** The ways in which a text is read to find secrets. */
type Way = 'plain' | 'unescaped' | 'base64' | 'hex' | 'numbers'

interface Spelling {
  readonly way: Way
  readonly needle: Needle
  readonly secret: Labelled
  /** True if the last byte shares a base64 character with the next one. */
  readonly isShared: boolean
}

function spellingsOf(secret: Labelled): readonly Spelling[] {
  const { value } = secret
  const bytes = Buffer.from(value, 'utf8')
  const spelling = (way: Way, text: string, shortest: number, isShared = false): Spelling => ({
    way,
    secret,
    isShared,
    needle: needleOf(text, shortest),
  })
  const plain = inCharacters(value).text
  // A text may have the escapes of a secret as they are, or escaped or decoded with the rest.
  const decoded = new Set([plain.replaceAll('\\', ''), unescaped(value)?.text ?? plain].filter((text) => text !== ''))
  return [
    ...[...new Set([plain, ...decoded].map(folded))].map((text) => spelling('plain', text, shortestBeginning)),
    ...[...decoded].map((text) => spelling('unescaped', folded(text), shortestBeginning)),
    spelling('hex', bytes.toString('hex'), 2 * shortestBeginning),
    spelling('numbers', bytes.toString('latin1'), Number.POSITIVE_INFINITY),
    ...alignmentsOf(bytes)
      .filter(({ certain }) => certain.length >= shortestBase64)
      .map(({ certain, isShared }) => spelling('base64', certain, shortestBeginning, isShared)),
  ]
}

/** A text as it is read in one way. */
interface View {
  readonly way: Way
  readonly reading: ReadText
  readonly fold: (text: string) => string
}

/** Returns a text in each way. `decode` reads its bytes as characters. */
function viewsOf(text: string, decode: typeof inCharacters): readonly View[] {
  const [plain, decoded] = [decode(text), unescaped(text, decode)]
  const [digits, numbers] = [hexDigits(text), bytesInNumbers(text)]
  const inWords = [plain, decoded].filter((reading) => reading !== undefined)
  return [
    { way: 'plain', reading: plain, fold: folded },
    ...(decoded === undefined ? [] : [{ way: 'unescaped', reading: decoded, fold: folded } as const]),
    ...inWords.map((reading) => ({ way: 'base64', reading, fold: inUrlAlphabet }) as const),
    ...(digits === undefined ? [] : [{ way: 'hex', reading: digits, fold: asIs } as const]),
    ...(numbers === undefined ? [] : [{ way: 'numbers', reading: numbers, fold: asIs } as const]),
  ]
}

function asIs(text: string): string {
  return text
}

/** Writes letters of ASCII in lower case, and spaces for the plus signs of form fields. */
function folded(text: string): string {
  const lower = text.toLowerCase()
  const isAligned = lower.length === text.length
  return (isAligned ? lower : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())).replaceAll('+', ' ')
}

function inUrlAlphabet(text: string): string {
  return text.replaceAll('+', '-').replaceAll('/', '_')
}

interface Search {
  readonly spellings: readonly Spelling[]
  readonly decode: typeof inCharacters
  readonly mayBeCut: boolean
}

function matchesIn(text: string, { spellings, decode, mayBeCut }: Search): readonly Match[] {
  const found: Match[] = []
  for (const { way, reading, fold } of viewsOf(text, decode)) {
    const searched = fold(reading.text)
    for (const spelling of spellings) {
      if (spelling.way !== way) continue
      const endOf = (at: number): number => reading.endOf(at - 1)
      const isCutAt = mayBeCut ? (at: number) => isCut(text, endOf(at)) : undefined
      for (const occurrence of occurrences(searched, spelling.needle, isCutAt)) {
        const match = matchOf(text, { reading, searched, spelling, occurrence })
        if (match !== undefined) found.push(match)
      }
    }
  }
  return joined(found)
}

/** Matches what may stand between the last digits of bytes in hex and a cut. */
const beforeCut = /[ :-]?(?:"?…|$)/y

function isCut(text: string, at: number): boolean {
  beforeCut.lastIndex = at
  return beforeCut.test(text)
}

interface Found {
  readonly reading: ReadText
  readonly searched: string
  readonly spelling: Spelling
  readonly occurrence: Occurrence
}

/** Returns the place of an occurrence in the text; `undefined` if it is shorter than the secret itself. */
function matchOf(text: string, { reading, searched, spelling, occurrence }: Found): Match | undefined {
  const { secret, way, isShared } = spelling
  const { value, label } = secret
  let [start, end] = [reading.startOf(occurrence.start), reading.endOf(occurrence.end - 1)]
  if (occurrence.isCut) {
    if (way === 'hex' && /[ :-]/.test(text[end] ?? '')) end += 1
    return { start, end, label }
  }
  if (way === 'base64' && isShared) end = reading.endOf(sharedEnd(searched, occurrence.end) - 1)
  if (way !== 'unescaped') return { start, end, label }
  start -= backslashesBefore(text, start, value)
  end += backslashesAfter(text, end, value)
  return end - start < value.length ? undefined : { start, end, label }
}

/** Returns the end of a secret in base64 with the character that it shares with the next byte, and the padding. */
function sharedEnd(searched: string, at: number): number {
  const rest = /^[\w-]?={0,2}/.exec(searched.slice(at, at + 3))
  return at + (rest?.[0].length ?? 0)
}

/** The most backslashes before an escaped character, as in JSON within JSON within JSON. */
const mostBackslashes = 7
const backslash = '\\\\(?:u005c|x5c)|\\\\|%(?:25)*5c|&#(?:0*92|x0*5c);'
const endsInBackslashes = new RegExp(`(?:${backslash})+$`, 'i')
const beginsWithBackslashes = new RegExp(`^(?:${backslash})+`, 'i')

/** Returns the length of the backslashes that belong to the beginning of a secret, which a reading has removed. */
function backslashesBefore(text: string, at: number, secret: string): number {
  const own = /^\\*/.exec(secret)![0].length
  if (own > 0) return endsInBackslashes.exec(text.slice(Math.max(0, at - own * longestCharacter), at))?.[0].length ?? 0
  if (!/^["/]/.test(secret)) return 0
  return /\\*$/.exec(text.slice(Math.max(0, at - mostBackslashes), at))![0].length
}

function backslashesAfter(text: string, at: number, secret: string): number {
  let own = 0
  while (secret[secret.length - 1 - own] === '\\') own += 1
  if (own === 0) return 0
  return beginsWithBackslashes.exec(text.slice(at, at + own * longestCharacter))?.[0].length ?? 0
}

/** Sorts matches, and joins those that overlap. The first one, and of these the longest, gives the label. */
function joined(found: readonly Match[]): readonly Match[] {
  const all: Match[] = []
  for (const match of [...found].sort((one, other) => one.start - other.start || other.end - one.end)) {
    const last = all.at(-1)
    if (last === undefined || match.start >= last.end) all.push(match)
    else if (match.end > last.end) all[all.length - 1] = { ...last, end: match.end }
  }
  return all
}

/** An alignment of bytes in base64. */
interface Alignment {
  /** The characters that do not depend on neighbouring bytes. */
  readonly certain: string
  /** True if the last byte shares a character with the next one. */
  readonly isShared: boolean
}

function alignmentsOf(bytes: Buffer): readonly Alignment[] {
  return [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64url')
    const bits = (offset + bytes.length) * 8
    return { certain: text.slice(Math.ceil((offset * 8) / 6), Math.floor(bits / 6)), isShared: bits % 6 !== 0 }
  })
}
