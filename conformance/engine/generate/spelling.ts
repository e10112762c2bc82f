import { seedFor } from '../plan/values/seed.ts'
import { randomFrom } from './random.ts'

/**
 * The spelling of a request where the standards leave a choice: white space, escapes and the order of members (RFC
 * 8259), the case of header names (RFC 9110 §5.1), percent-encoding and the order of query parameters (RFC 3986
 * §6.2.2.2), the boundary and the order of parts (RFC 2046 §5.1.1). A conforming target treats all spellings alike.
 */
export interface Spelling {
  readonly escapes: 'none' | 'some' | 'all'
  readonly space: string
  readonly exponents: boolean
  /** The seed for the order of members, parts, parameters and header lines; 0 leaves them unchanged. */
  readonly order: number
  readonly headers: 'lower' | 'title' | 'upper'
  readonly percent: boolean
  readonly boundary: string
}

/** The choices of each part of a spelling. */
const choices = {
  escapes: ['some', 'all', 'none'],
  space: [' ', '\n\t', '\r\n  ', ''],
  exponents: [true, false],
  headers: ['title', 'upper', 'lower'],
  percent: [true, false],
  boundary: ["a'(b)+_,-./:=?c", 'b:0', `${'-'.repeat(24)}${'b'.repeat(46)}`],
} as const

/**
 * Returns the spelling of the request with this number, counted from 0. A few requests in a row cover all choices of
 * each part, in an order that depends on the seed.
 */
export function spellingFor(seed: number, number: number): Spelling {
  const choose = <T>(part: string, all: readonly T[]): T => {
    const cycle = Math.floor(number / all.length)
    return randomFrom(seedFor(seed, `${part} ${cycle}`)).shuffled(all)[number % all.length]!
  }
  return {
    escapes: choose('escapes', choices.escapes),
    space: choose('space', choices.space),
    exponents: choose('exponents', choices.exponents),
    order: (seedFor(seed, `order ${number}`) >>> 12) + 1,
    headers: choose('headers', choices.headers),
    percent: choose('percent', choices.percent),
    boundary: choose('boundary', choices.boundary),
  }
}

/** Sorts things in the order of a spelling. Things with the same name keep their order. */
export function ordered<T>(
  all: readonly T[],
  { order }: Pick<Spelling, 'order'>,
  nameOf: (one: T) => string,
): readonly T[] {
  if (order === 0) return all
  return all
    .map((one) => ({ one, place: seedFor(order, nameOf(one)) }))
    .sort((one, other) => one.place - other.place)
    .map(({ one }) => one)
}
