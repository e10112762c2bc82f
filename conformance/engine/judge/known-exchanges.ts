import { type Exchange, header, isCaptured } from '../../core/model/exchange.ts'
import type { RepeatedExchanges } from '../../core/model/report.ts'
import type { Why } from '../../core/model/why.ts'

/** The case and the kind of each exchange, by exchange id. */
export interface KnownExchanges {
  note(exchange: Exchange): void
  /** Notes the request of an exchange of recorded traffic, unless a part of it was not captured. */
  noteRequest(exchange: Exchange, identity: string): void
  /** Returns what the exchanges of one request share; `undefined` for an exchange of a run. */
  requestOf(exchange: string): string | undefined
  /** Counts the exchanges whose request an earlier one sent. */
  repeated(): RepeatedExchanges
  isOfRun(exchange: string): boolean
  /** Returns the case that an exchange is an attempt of, or its own id if there is none. */
  caseOf(exchange: string): string
  /** Returns the case that an exchange is a smaller version or an image of, or its own case if it is neither. */
  originOf(exchange: string): string
  /**
   * Returns whether one exchange is easier to understand than the other, to choose which ones a report shows. Plain
   * requests come first, then drawn ones, violations, and those of probes, which send many at once or build on each
   * other. Recorded traffic is ordered by id.
   */
  isPlainer(one: string, other: string): boolean
}

/** The facts of an exchange of a run. */
interface Known {
  readonly caseId: string
  readonly origin: string
  readonly rank: number
}

/** Compares ids by their numbers: the violation 12 comes before the violation 104, and was sent before it. */
const byNumber = new Intl.Collator('en', { numeric: true })

export function startKnownExchanges(): KnownExchanges {
  const known = new Map<string, Known>()
  const requests = new Map<string, string>()
  const ofKeys = new Map<string, string>()
  const rankOf = (exchange: string): number => known.get(exchange)?.rank ?? lastRank
  return {
    note: ({ id, caseId = id, why }) => {
      // Recorded traffic is not stored, since a proxy may judge for weeks.
      if (caseId === id && why === undefined) return
      known.set(id, {
        caseId,
        origin: why?.kind === 'smaller' || why?.kind === 'image' ? why.of : caseId,
        rank: rankFor(why),
      })
    },
    noteRequest: (exchange, identity) => {
      const { id, why, request } = exchange
      // Keys may have been removed from the headers of a recording, which leaves those that tell requests apart.
      const hasHeaders = isCaptured(exchange, 'request-headers') || request.headers.length > 0
      if (why !== undefined || !hasHeaders || !isCaptured(exchange, 'request-body')) return
      requests.set(id, identity)
      const key = header(request.headers, 'idempotency-key')
      if (key !== undefined) ofKeys.set(id, JSON.stringify([identity, key]))
    },
    requestOf: (exchange) => requests.get(exchange),
    repeated: () => ({ exchanges: repeatedIn(requests), sameKey: repeatedIn(ofKeys) }),
    isOfRun: (exchange) => known.has(exchange),
    caseOf: (exchange) => known.get(exchange)?.caseId ?? exchange,
    originOf: (exchange) => known.get(exchange)?.origin ?? exchange,
    isPlainer: (one, other) => {
      const difference = rankOf(one) - rankOf(other)
      if (difference !== 0) return difference < 0
      const order = byNumber.compare(one, other)
      return order === 0 ? one < other : order < 0
    },
  }
}

/** Returns how many exchanges have what another one before them has. */
function repeatedIn(known: ReadonlyMap<string, string>): number {
  return known.size - new Set(known.values()).size
}

const lastRank = 5

/** Returns the rank of an exchange. Of several minimised requests, the last is the easiest to understand. */
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
