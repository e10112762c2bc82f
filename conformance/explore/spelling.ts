import fc from 'fast-check'
import { seedFor } from '../plan/values/seed.ts'

/**
 * How a request is written where the standards leave a choice: white space, escapes and the order of members (RFC 8259),
 * the case of header names (RFC 9110 §5.1), percent-encoding and the order of query parameters (RFC 3986 §6.2.2.2), the
 * boundary and the order of parts (RFC 2046 §5.1.1). No conforming target can tell one from another.
 */
export interface Spelling {
  readonly escapes: 'none' | 'some' | 'all'
  readonly space: string
  readonly exponents: boolean
  /** Members, parts, parameters and header lines are in an order that this number determines; 0 leaves them as they are. */
  readonly order: number
  readonly headers: 'lower' | 'title' | 'upper'
  readonly percent: boolean
  readonly boundary: string
}

/** Every way to write a request. */
export const spellings: fc.Arbitrary<Spelling> = fc.record({
  escapes: fc.constantFrom('some', 'all', 'none'),
  space: fc.constantFrom(' ', '\n\t', '\r\n  ', ''),
  exponents: fc.boolean(),
  order: fc.integer({ min: 1, max: 2 ** 20 }),
  headers: fc.constantFrom('title', 'upper', 'lower'),
  percent: fc.boolean(),
  boundary: fc.constantFrom("a'(b)+_,-./:=?c", 'b:0', `${'-'.repeat(24)}${'b'.repeat(46)}`),
})

/** What is unusual about a spelling, in words. */
export function spellingInWords({ escapes, space, headers, percent }: Spelling): string {
  const found = [
    ...(escapes === 'none' ? [] : [`${escapes} characters escaped`]),
    ...(space === '' ? [] : ['white space']),
    ...(headers === 'lower' ? [] : [`header names in ${headers} case`]),
    ...(percent ? ['percent-encoding'] : []),
  ]
  return ['another order', ...found].join(', ')
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
