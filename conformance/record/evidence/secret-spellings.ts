import { Buffer } from 'node:buffer'

/** A secret and the label that replaces it wherever it is recorded. */
export interface Labelled {
  readonly label: string
  readonly value: string
  /** Its parts need not be looked for: another secret has them, or they are nobody's secret. */
  readonly isWholeOnly?: true
}

/** What is shorter than this is no secret, and would be found in every other word. */
export const shortestSecret = 6

/** Whether a secret is looked for at all. */
export function isLongEnough({ value }: Labelled): boolean {
  return value.length >= shortestSecret
}

/** What an alignment of a secret in base64 must at least have for certain. */
const shortestBase64 = 8
/** The most zeros that are read before the number of a character in HTML. */
const mostZeros = 8
/** The most backslashes before an escaped character: JSON within JSON within JSON. */
const mostBackslashes = 7
/** What one character comes to at most: four bytes of UTF-8 percent-encoded, or its number in HTML. */
const longestCharacter = 20

/** Gives the regular expression for the forms that secrets may have in a text. */
export type SecretPattern = (text: string) => RegExp

/**
 * A regular expression for all forms in which the secrets may come back: as they are, percent-encoded, escaped as JSON
 * or HTML does, or in base64. It has one capturing group a secret, in the order of the list, and reads text whose
 * characters are bytes. `undefined` when no secret is long enough to be looked for.
 *
 * Where a text has none of the characters that every escape begins with, one without escapes finds the same, sooner.
 */
export function secretPattern(secrets: readonly Labelled[]): SecretPattern | undefined {
  if (!secrets.some(isLongEnough)) return undefined
  const [all, plain] = [patternOf(secrets, characterForms), patternOf(secrets, plainly)]
  return (text) => (/[%\\&]/.test(text) ? all : plain)
}

/** How a character may be written: the source of a regular expression. */
type Write = (character: string) => string

/** The regular expression that `secretPattern` speaks of, with characters written so. */
export function patternOf(secrets: readonly Labelled[], write: Write): RegExp {
  const forms = secrets.map((secret) => (isLongEnough(secret) ? formsOf(secret.value, write) : '[]'))
  return new RegExp(forms.map((form) => `(${form})`).join('|'), 'g')
}

/** The most characters that any form of the secrets can have. */
export function longestForm(secrets: readonly Labelled[]): number {
  return Math.max(...secrets.map(({ value }) => value.length)) * longestCharacter
}

function formsOf(secret: string, write: Write): string {
  return [[...secret].map(write).join(''), ...base64Forms(Buffer.from(secret, 'utf8'), write)].join('|')
}

/** A character as it is. */
export function plainly(character: string): string {
  return [...Buffer.from(character, 'utf8')].map((byte) => `\\x${hex(byte, 2)}`).join('')
}

/** A character as it is, or escaped in any way. */
export function characterForms(character: string): string {
  const bytes = [...Buffer.from(character, 'utf8')]
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
  // The longer spellings stand first: `%` itself begins its own `%25`.
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

/** One way to write a secret down, cut into units; text whose characters are bytes. */
export interface Spelling {
  readonly units: readonly string[]
  /** Of a part of the secret that is long enough to matter, at least so many units are there. */
  readonly least: number
  /** Whether letters mean the same in either case, and the two alphabets of base64 the same. */
  readonly alike: 'cases' | 'alphabets'
}

/** Fewer characters of a secret give nothing away, and stand in texts by chance. */
const fewest = 8
/** Nobody writes so many characters of a secret by chance, however long it is. */
const enough = 24

/**
 * How many characters of a secret in a row give it away: half of them, but no fewer than 8 and no more than 24. The
 * first letters and the last four, by which a vendor lets users recognise a key, are no such part.
 */
export function tellingLength(secret: string): number {
  const length = [...secret].length
  return Math.min(length, Math.max(fewest, Math.min(enough, Math.ceil(length / 2))))
}

/** The ways in which a part of a secret is looked for: plain, escaped for URLs, JSON and HTML, in hex and in base64. */
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

/** One of the ways in which bytes can lie in base64. */
interface Alignment {
  /** Without the characters that share bits with their neighbours. */
  readonly certain: string
  /** Whether the last byte shares a character with what follows. */
  readonly isShared: boolean
}

function alignmentsOf(bytes: Buffer): readonly Alignment[] {
  return [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    const bits = (offset + bytes.length) * 8
    return { certain: text.slice(Math.ceil((offset * 8) / 6), Math.floor(bits / 6)), isShared: bits % 6 !== 0 }
  })
}
