import { Buffer } from 'node:buffer'

/** A secret and the label that replaces it wherever it is recorded. */
export interface Labelled {
  readonly label: string
  readonly value: string
  /** Its parts are not searched for: another secret contains them, or they are not secret. */
  readonly isWholeOnly?: true
}

/** The shortest secret. A shorter text would be found in many words. */
export const shortestSecret = 6

export function isLongEnough({ value }: Labelled): boolean {
  return value.length >= shortestSecret
}

/** The fewest characters of base64 that are determined by a secret alone. */
const shortestBase64 = 8
/** The most leading zeros in a numeric character reference of HTML. */
const mostZeros = 8
/** The most backslashes before an escaped character, as in JSON within JSON within JSON. */
const mostBackslashes = 7
/** The longest form of one character: four percent-encoded bytes of UTF-8, or a numeric character reference of HTML. */
const longestCharacter = 20

/** Returns the regular expression for the forms of secrets in a text. */
export type SecretPattern = (text: string) => RegExp

/**
 * Returns a regular expression for all forms of secrets: plain, percent-encoded, escaped as in JSON or HTML, or in
 * base64. It has one capturing group for each secret, in the order of the list, and reads text whose characters are
 * bytes. `undefined` if no secret is long enough. For a text without any of the characters that begin an escape, it is
 * a faster one without escapes.
 */
export function secretPattern(secrets: readonly Labelled[]): SecretPattern | undefined {
  if (!secrets.some(isLongEnough)) return undefined
  const [all, plain] = [patternOf(secrets, characterForms), patternOf(secrets, plainly)]
  return (text) => (/[%\\&]/.test(text) ? all : plain)
}

/** Returns the source of a regular expression for the forms of a character. */
type Write = (character: string) => string

/** Makes the regular expression of `secretPattern`, with the given forms of characters. */
export function patternOf(secrets: readonly Labelled[], write: Write): RegExp {
  const forms = secrets.map((secret) => (isLongEnough(secret) ? formsOf(secret.value, write) : '[]'))
  return new RegExp(forms.map((form) => `(${form})`).join('|'), 'g')
}

/** Returns the length of the longest form of the secrets. */
export function longestForm(secrets: readonly Labelled[]): number {
  return Math.max(...secrets.map(({ value }) => value.length)) * longestCharacter
}

function formsOf(secret: string, write: Write): string {
  return [[...secret].map(write).join(''), ...base64Forms(Buffer.from(secret, 'utf8'), write)].join('|')
}

export function plainly(character: string): string {
  return [...Buffer.from(character, 'utf8')].map((byte) => `\\x${hex(byte, 2)}`).join('')
}

/** Matches a character, plain or escaped in any way. */
export function characterForms(character: string): string {
  const bytes = [...Buffer.from(character, 'utf8')]
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
  // Longer forms come first, since `%` begins its own escape `%25`.
  const forms = [
    bytes.map((byte) => `%${anyCase(hex(byte, 2))}`).join(''),
    units.map((unit) => `\\\\{1,${mostBackslashes}}u${anyCase(hex(unit, 4))}`).join(''),
    ...('"\\/'.includes(character) ? [`\\\\{1,${mostBackslashes}}\\x${hex(bytes[0]!, 2)}`] : []),
    ...entityForms(character),
    plainly(character),
  ]
  return `(?:${forms.join('|')})`
}

const namedEntities: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }

function entityForms(character: string): readonly string[] {
  const code = character.codePointAt(0)!
  const name = namedEntities[character]
  return [
    `&#0{0,${mostZeros}}${code};`,
    `&#[xX]0{0,${mostZeros}}${anyCase(code.toString(16))};`,
    ...(name === undefined ? [] : [`&${name};`]),
  ]
}

function base64Forms(bytes: Buffer, write: Write): readonly string[] {
  return alignmentsOf(bytes).flatMap(({ certain, isShared }) => {
    if (certain.length < shortestBase64) return []
    const inBase64 = [...certain].map((character) => base64Character(character, write)).join('')
    return [inBase64 + (isShared ? `[\\w+/-]?(?:${write('=')}){0,2}` : '')]
  })
}

function base64Character(character: string, write: Write): string {
  if (character === '+') return `(?:${write('+')}|-)`
  if (character === '/') return `(?:${write('/')}|_)`
  return character
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0')
}

function anyCase(digits: string): string {
  return digits.replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)
}

/** A spelling of a secret, split into units. Its characters are bytes. */
export interface Spelling {
  readonly units: readonly string[]
  /** The least units in a part of the secret that is long enough to matter. */
  readonly least: number
  /** Letters are equal in either case, or characters of the two alphabets of base64 are equal. */
  readonly alike: 'cases' | 'alphabets'
}

/** Fewer characters of a secret reveal little and occur by chance. */
const fewest = 8
/** This number of characters of a secret never occurs by chance. */
const enough = 24

/**
 * Returns the number of consecutive characters that reveal a secret: half of them, at least 8 and at most 24. The first
 * letters and the last four, by which vendors let users recognise a key, are fewer.
 */
export function tellingLength(secret: string): number {
  const length = [...secret].length
  return Math.min(length, Math.max(fewest, Math.min(enough, Math.ceil(length / 2))))
}

/**
 * Returns the spellings in which parts of a secret are searched for: plain, escaped for URLs, JSON and HTML, hex and
 * base64.
 */
export function spellingsOf(secret: string): readonly Spelling[] {
  const least = tellingLength(secret)
  const characters = [...secret].map((character) => Buffer.from(character, 'utf8'))
  const written = ways.map((way) => characters.map(way))
  const distinct = new Map(written.map((units) => [units.join(''), units]))
  return [
    ...[...distinct.values()].map((units): Spelling => ({ units, least, alike: 'cases' })),
    ...inBase64(Buffer.from(secret, 'utf8'), least),
  ]
}

const latin1 = (bytes: Buffer): string => bytes.toString('latin1')
const everyByte = (write: (hex: string) => string) => (bytes: Buffer) =>
  Array.from(bytes, (byte) => write(byte.toString(16).padStart(2, '0'))).join('')
const percent = everyByte((hex) => `%${hex}`)

const ways: readonly ((character: Buffer) => string)[] = [
  latin1,
  (character) => (/^[\w.!~*'()-]$/.test(latin1(character)) ? latin1(character) : percent(character)),
  percent,
  (character) => latin1(character).replace(/^["\\]$/, '\\$&'),
  (character) => latin1(character).replace('/', '\\/'),
  (character) => `\\u${codeOf(character).toString(16).padStart(4, '0')}`,
  (character) => entities[latin1(character)] ?? latin1(character),
  (character) => `&#${codeOf(character)};`,
  everyByte((hex) => hex),
  everyByte((hex) => `\\x${hex}`),
]

const entities: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
}

function codeOf(character: Buffer): number {
  return character.toString('utf8').codePointAt(0) ?? 0
}

function inBase64(bytes: Buffer, least: number): readonly Spelling[] {
  return alignmentsOf(bytes).map(({ certain }): Spelling => {
    return { units: [...certain], least: Math.floor((least * 8) / 6) - 1, alike: 'alphabets' }
  })
}

/** An alignment of bytes in base64. */
interface Alignment {
  /** The characters that share no bits with neighbouring bytes. */
  readonly certain: string
  /** The last byte shares a character with the next one. */
  readonly isShared: boolean
}

function alignmentsOf(bytes: Buffer): readonly Alignment[] {
  return [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    const bits = (offset + bytes.length) * 8
    return { certain: text.slice(Math.ceil((offset * 8) / 6), Math.floor(bits / 6)), isShared: bits % 6 !== 0 }
  })
}
