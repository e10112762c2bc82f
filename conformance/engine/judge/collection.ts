import { type Detail, type Exchange, type Facet, notCaptured } from '../../core/model/exchange.ts'
import type { Observation } from '../../core/model/observation.ts'
import type { Collected, RunFacts, TranscriptRequirement } from '../../core/model/requirement.ts'
import type { UnmatchedExchange } from '../../core/model/unmatched-exchange.ts'
import type { Endpoint } from '../../core/model/vocabulary.ts'
import type { KnownExchanges } from './known-exchanges.ts'
import type { LocatedFinding, Ruling } from './ruling.ts'
import { startTally } from './tally.ts'

/** The facts that one transcript requirement has collected so far. */
export interface Collection {
  collect(seen: Observation): void
  collectUnmatched(unmatched: UnmatchedExchange): void
  /** Returns the ruling on one of the operations that were collected. */
  ruling(operation: Endpoint, run?: RunFacts): Ruling
}

/**
 * Starts collecting for one requirement, from one operation or from several that it considers together. An exception in
 * its code becomes an error of the suite, never a verdict on the target.
 */
export function startCollection(requirement: TranscriptRequirement, known: KnownExchanges): Collection {
  const kept: Collected<unknown>[] = []
  const failures: { readonly exchange: string; readonly error: unknown }[] = []
  const doubts: LocatedFinding[] = []
  const operations = new Map<string, Endpoint>()
  const keep = (shown: Exchange, needs: readonly (Facet | Detail)[], factOf: () => unknown): void => {
    const { id: exchange } = shown
    try {
      const fact = factOf()
      const missing = fact === undefined ? undefined : notCaptured(shown, needs)
      if (missing !== undefined) doubts.push({ exchange, doubt: true, message: missing })
      else if (fact !== undefined) kept.push({ exchange, fact })
    } catch (error) {
      failures.push({ exchange, error })
    }
  }
  return {
    collect: (seen) => {
      operations.set(seen.exchange.id, seen.operation.id)
      keep(seen.exchange, requirement.needs, () => factOf(requirement, seen))
    },
    // `needs` applies to exchanges of the operation. For unmatched exchanges, the requirement checks the facets itself.
    collectUnmatched: (unmatched) => keep(unmatched.exchange, [], () => requirement.collectUnmatched?.(unmatched)),
    ruling: (operation, run) => {
      const isOwn = (exchange: string): boolean => (operations.get(exchange) ?? operation) === operation
      return ruled(requirement, [...kept].sort(byExchange), { failures, doubts, operation, isOwn, known, run })
    },
  }
}

/** The exchanges without a fact, and the context of a ruling. */
interface Aside {
  readonly failures: readonly { readonly exchange: string; readonly error: unknown }[]
  /** Findings on exchanges that lack a captured facet which the requirement needs. */
  readonly doubts: readonly LocatedFinding[]
  readonly operation: Endpoint
  /** Returns whether an exchange belongs to that operation, or to none. */
  readonly isOwn: (exchange: string) => boolean
  readonly known: KnownExchanges
  readonly run: RunFacts | undefined
}

function factOf(requirement: TranscriptRequirement, seen: Observation): unknown {
  const fact = requirement.collect(seen)
  return fact !== undefined && isLarge(seen) ? structuredClone(fact) : fact
}

/** Returns whether the facts of an exchange are copied. A substring would keep the whole large body in memory. */
function isLarge({ body }: Observation): boolean {
  return body.length > 64 * 1024
}

function ruled(
  requirement: TranscriptRequirement,
  collected: readonly Collected<unknown>[],
  { failures, doubts, operation, isOwn, known, run }: Aside,
): Ruling {
  const tally = startTally(known)
  for (const doubt of doubts) if (isOwn(doubt.exchange)) tally.add(doubt)
  for (const { exchange, error } of failures) if (isOwn(exchange)) tally.addError(exchange, error)
  try {
    const rests = requirement.restsOn?.(collected) ?? new Set(collected.map(({ exchange }) => exchange))
    const own = [...rests].filter(isOwn)
    const isExercised = requirement.isExercised?.(collected) ?? rests.size > 0
    const findings = isExercised ? [...requirement.check(collected)].filter(({ exchange }) => isOwn(exchange)) : []
    const found = new Set(findings.map(({ exchange }) => exchange))
    if (isExercised) for (const exchange of own) tally.judged(found.has(exchange) ? undefined : exchange)
    for (const finding of findings) tally.add(finding)
    const untested = isExercised ? undefined : requirement.whyUntested?.(collected, run)
    return { ...tally.ruling(requirement, operation), untested }
  } catch (error) {
    tally.addError(collected[0]?.exchange ?? '', error)
  }
  return tally.ruling(requirement, operation)
}

/** Orders by exchange id, so that the order of arrival does not matter. */
export function byExchange(one: { readonly exchange: string }, other: { readonly exchange: string }): number {
  return one.exchange < other.exchange ? -1 : one.exchange > other.exchange ? 1 : 0
}
