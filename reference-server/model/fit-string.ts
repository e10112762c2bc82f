import type { Fitting } from './fit.ts'
import { numberIn } from './loose.ts'
import { between, type Random } from './random.ts'
import type { Schema } from './schema.ts'
import { word } from './words.ts'

/** The longest string made. */
const longest = 10_000

/** Returns a string of the schema's format, or a word of the right length. It has no spaces, so it is one token. */
export function stringThatFits(schema: Schema, { random, purse }: Fitting): string {
  const made = formats.get(String(schema['format']))?.(random) ?? word(random)
  const least = Math.min(numberIn(schema['minLength']) ?? 0, longest)
  const most = numberIn(schema['maxLength']) ?? longest
  const text = lengthened(made, least, random).slice(0, Math.max(most, 0))
  purse.left -= text.length
  return text
}

function lengthened(text: string, least: number, random: Random): string {
  let long = text
  while (long.length < least) long += `-${word(random)}`
  return long
}

const formats: ReadonlyMap<string, (random: Random) => string> = new Map(
  Object.entries({
    date: (random: Random) => dateIn(random),
    time: (random: Random) => `${two(random, 0, 23)}:${two(random, 0, 59)}:00Z`,
    'date-time': (random: Random) => `${dateIn(random)}T${two(random, 0, 23)}:${two(random, 0, 59)}:00Z`,
    duration: (random: Random) => `PT${between(random, 1, 59)}M`,
    email: (random: Random) => `${word(random)}@example.com`,
    hostname: (random: Random) => `${word(random)}.example.com`,
    uri: (random: Random) => `https://example.com/${word(random)}`,
    url: (random: Random) => `https://example.com/${word(random)}`,
    ipv4: (random: Random) => `192.0.2.${between(random, 1, 254)}`,
    ipv6: (random: Random) => `2001:db8::${between(random, 1, 9999)}`,
    uuid: (random: Random) => `00000000-0000-4000-8000-${String(between(random, 0, 1e12 - 1)).padStart(12, '0')}`,
  }),
)

function dateIn(random: Random): string {
  return `20${two(random, 10, 29)}-${two(random, 1, 12)}-${two(random, 1, 28)}`
}

function two(random: Random, least: number, most: number): string {
  return String(between(random, least, most)).padStart(2, '0')
}
