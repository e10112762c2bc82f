import { Buffer } from 'node:buffer'

/** A secret, and the label that replaces it in everything that is recorded. */
export interface Labelled {
  readonly label: string
  readonly value: string
}

/** The fewest characters of a secret. A shorter text occurs in many words. */
export const shortestSecret = 6

export function isLongEnough({ value }: Labelled): boolean {
  return value.length >= shortestSecret
}

/** The fewest base64 characters of a secret that are searched for. They must not depend on its neighbours. */
const shortestBase64 = 8
/** The most backslashes before an escaped character, as in JSON within JSON within JSON. */
const mostBackslashes = 7
/** The longest usual form of one character: four bytes of UTF-8, each percent-encoded up to four times. */
const longestCharacter = 36

/** Returns the regular expression for the forms of secrets in a text. */
export type SecretPattern = (text: string) => RegExp

/**
 * Returns a regular expression for all forms of secrets: plain in either case, percent-encoded, escaped as in JSON or
 * HTML, in UTF-16, as numbers, in hex or in base64. It has one capturing group for each secret, in order, and matches text whose characters
 * are bytes. Returns a faster one without escapes for a text without the characters that begin an escape. Returns
 * `undefined` if no secret is long enough. Forms must be short: V8 does not optimise an expression of more than 20 KB,
 * which then takes 25 times as long.
 */
export function secretPattern(secrets: readonly Labelled[]): SecretPattern | undefined {
  if (!secrets.some(isLongEnough)) return undefined
  const [all, plain] = [patternOf(secrets, characterForms), patternOf(secrets, eitherCasePattern)]
  const utf16 = patternOf(secrets, characterForms, zero)
  return (text) => {
    if (/\0|u0000|%00/.test(text)) return utf16
    return /[%\\&]/.test(text) ? all : plain
  }
}

/** Returns the source of a regular expression for the forms of a character. */
type Write = (character: string) => string

/** Returns the regular expression of `secretPattern` with the given forms of characters, and of what is between them. */
export function patternOf(secrets: readonly Labelled[], write: Write, between = ''): RegExp {
  const forms = secrets.map((secret) => (isLongEnough(secret) ? formsOf(secret.value, write, between) : '[]'))
  return new RegExp(forms.map((form) => `(${form})`).join('|'), 'g')
}

/** The fewest characters of the beginning of a secret that is found where a text was cut. */
const shortestBeginning = 8
/** The most characters of a secret of which the beginning is found. */
const longestBeginning = 200

/**
 * Returns a regular expression for beginnings of secrets, plain, in hex or in base64, at the end of a text or before `…` or `"…`. Texts
 * in findings are cut before they are searched. It has one capturing group for each secret, in order.
 */
export function beginningPattern(secrets: readonly Labelled[]): RegExp | undefined {
  if (!secrets.some(isLongEnough)) return undefined
  const forms = secrets.map(({ value }) => `(${beginningsOf(value).join('|') || '[]'})`)
  return new RegExp(`(?:${forms.join('|')})(?="?…|$)`, 'g')
}

function beginningsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8')
  const base64 = alignmentsOf(bytes).map(({ certain }) =>
    [...certain].map((one) => base64Character(one, characterForms)),
  )
  return [
    ...beginningOf([...secret].map(eitherCasePattern), ''),
    ...beginningOf(
      [...bytes].map((byte, at) => `${at === 0 ? '' : '\\W?'}${anyCase(hex(byte, 2))}`),
      '[ :-]?[\\da-fA-F]?',
    ),
    ...base64.flatMap((units) => beginningOf(units, '')),
  ]
}

function beginningOf(units: readonly string[], part: string): readonly string[] {
  if (units.length <= shortestBeginning) return []
  const rest = units.slice(shortestBeginning, longestBeginning)
  const more = rest.reduceRight((after, unit) => `(?:${unit}${after})?`, '')
  return [units.slice(0, shortestBeginning).join('') + more + part]
}

export function longestForm(secrets: readonly Labelled[]): number {
  return Math.max(...secrets.map(({ value }) => value.length)) * longestCharacter
}

/** Matches the zero byte between the characters of UTF-16, in either byte order. */
const zero = `(?:\\0|\\\\{1,${mostBackslashes}}u0000|%00)?`
/** Matches what stands between the bytes in a list of numbers, which may have a line for each. */
const comma = ',\\s*'

function formsOf(secret: string, write: Write, between: string): string {
  const bytes = Buffer.from(secret, 'utf8')
  const plain = [...secret].map(write).join(between)
  return [plain, hexForm(bytes), bytes.join(comma), ...base64Forms(bytes, write)].join('|')
}

export function eitherCasePattern(character: string): string {
  if (/[a-z]/i.test(character)) return `[${character.toLowerCase()}${character.toUpperCase()}]`
  // A form field has a plus sign in place of a space.
  if (character === ' ') return '[ +]'
  const inBytes = [...Buffer.from(character, 'utf8')].map((byte) => `\\x${hex(byte, 2)}`).join('')
  return character <= '\x7f'
    ? inBytes
    : `(?:${inBytes}|${unitsOf(character)
        .map((unit) => `\\u${hex(unit, 4)}`)
        .join('')})`
}

/** Returns the code units of a character in UTF-16. */
function unitsOf(character: string): readonly number[] {
  return Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
}

function hexForm(bytes: Buffer): string {
  const [first = '', ...rest] = [...bytes].map((byte) => anyCase(hex(byte, 2)))
  return `(?:\\\\x)?${first}${rest.map((digits) => `\\W?x?${digits}`).join('')}`
}

/** Matches an escape without its backslashes. */
function escapeOf(unit: number): string {
  return unit > 0x7f ? `u${anyCase(hex(unit, 4))}` : `(?:u00|x)${anyCase(hex(unit, 2))}`
}

/** Matches a character, plain or escaped in any way. */
export function characterForms(character: string): string {
  const bytes = [...Buffer.from(character, 'utf8')]
  const units = unitsOf(character)
  // Longer forms come first, since `%` begins its own escape `%25`.
  const forms = [
    bytes.map((byte) => `%(?:25)*${anyCase(hex(byte, 2))}`).join(''),
    units.map((unit) => `\\\\{1,${mostBackslashes}}${escapeOf(unit)}`).join(''),
    ...('"\\/'.includes(character) ? [`\\\\{1,${mostBackslashes}}\\x${hex(bytes[0]!, 2)}`] : []),
    ...entityForms(character),
    eitherCasePattern(character),
  ]
  return `(?:${forms.join('|')})`
}

const namedEntities: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }

function entityForms(character: string): readonly string[] {
  const code = character.codePointAt(0)!
  const name = namedEntities[character]
  return [`&#(?:0*${code}|[xX]0*${anyCase(code.toString(16))});`, ...(name === undefined ? [] : [`&${name};`])]
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

/** An alignment of bytes in base64. */
interface Alignment {
  /** The characters that do not depend on neighbouring bytes. */
  readonly certain: string
  /** True if the last byte shares a character with the next one. */
  readonly isShared: boolean
}

function alignmentsOf(bytes: Buffer): readonly Alignment[] {
  return [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    const bits = (offset + bytes.length) * 8
    return { certain: text.slice(Math.ceil((offset * 8) / 6), Math.floor(bits / 6)), isShared: bits % 6 !== 0 }
  })
}
