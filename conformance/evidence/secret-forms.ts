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

/** The three ways in which bytes can lie in base64, without the characters that share bits with their neighbours. */
function base64Forms(bytes: Buffer, write: Write): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    const certain = text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6))
    if (certain.length < shortestBase64) return []
    const isShared = ((offset + bytes.length) * 8) % 6 !== 0
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
