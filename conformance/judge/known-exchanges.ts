import type { Exchange } from '../model/exchange.ts'
import type { Why } from '../model/why.ts'

/** The facts of exchanges that their ids stand for. */
export interface KnownExchanges {
  note(exchange: Exchange): void
  /** Returns the case that an exchange is an attempt of; its own id where it has none. */
  caseOf(exchange: string): string
  /**
   * Orders exchanges, the one that is easiest to understand first, to choose which of them are shown: plain requests, then
   * drawn ones, then violations, then those of probes, which send many at once or build on each other. Recorded traffic is
   * ordered by id.
   */
  isPlainer(one: string, other: string): boolean
}

/** Starts with no exchange noted. */
export function startKnownExchanges(): KnownExchanges {
  const known = new Map<string, { readonly caseId: string; readonly rank: number }>()
  const rankOf = (exchange: string): number => known.get(exchange)?.rank ?? lastRank
  return {
    note: ({ id, caseId = id, why }) => {
      // A proxy judges for weeks: recorded traffic has nothing to remember.
      if (caseId === id && why === undefined) return
      known.set(id, { caseId, rank: rankFor(why) })
    },
    caseOf: (exchange) => known.get(exchange)?.caseId ?? exchange,
    isPlainer: (one, other) => {
      const difference = rankOf(one) - rankOf(other)
      return difference === 0 ? one < other : difference < 0
    },
  }
}

const lastRank = 5

/** Ranks an exchange. The last of several smaller requests is the easiest to understand. */
function rankFor(why: Why | undefined): number {
  if (why === undefined) return lastRank
  return why.kind === 'smaller' ? ranks.smaller - why.number / 1000 : ranks[why.kind]
}

const ranks: Readonly<Record<Why['kind'], number>> = {
  plain: 0,
  named: 0,
  drawn: 1,
  smaller: 1,
  form: 1,
  image: 1,
  spelled: 2,
  violation: 3,
  stored: 4,
  probe: lastRank,
  declaration: lastRank,
  minimise: lastRank,
  alive: lastRank,
}
