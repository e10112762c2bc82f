import type { Random } from '../model/arbitraries.ts'
import { seedFor } from '../plan/values/seed.ts'

/**
 * The spelling of a request where the standards leave a choice: white space, escapes and the order of members (RFC
 * 8259), the case of header names (RFC 9110 §5.1), percent-encoding and the order of query parameters (RFC 3986
 * §6.2.2.2), the boundary and the order of parts (RFC 2046 §5.1.1). No conforming target can tell one from another.
 */
export interface Spelling {
  readonly escapes: 'none' | 'some' | 'all'
  readonly space: string
  readonly exponents: boolean
  /**
   * Members, parts, parameters and header lines are in an order that this number determines; 0 leaves them as they are.
   */
  readonly order: number
  readonly headers: 'lower' | 'title' | 'upper'
  readonly percent: boolean
  readonly boundary: string
}

/** Draws a way to write a request. */
export function drawSpelling(random: Random): Spelling {
  return {
    escapes: random.pick(['some', 'all', 'none']),
    space: random.pick([' ', '\n\t', '\r\n  ', '']),
    exponents: random.chance(50),
    order: random.integer(1, 2 ** 20),
    headers: random.pick(['title', 'upper', 'lower']),
    percent: random.chance(50),
    boundary: random.pick(["a'(b)+_,-./:=?c", 'b:0', `${'-'.repeat(24)}${'b'.repeat(46)}`]),
  }
}

/** Things in the order that a spelling determines; those of one name stay in theirs. */
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
