import { Buffer } from 'node:buffer'

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

/** The three ways in which bytes can lie in base64, without the characters that share bits with their neighbours. */
function inBase64(bytes: Buffer, least: number): readonly Spelling[] {
  return [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    const certain = text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6))
    return { units: [...certain], least: Math.floor((least * 8) / 6) - 1, alike: 'alphabets' }
  })
}
