import { type Exchange, type Facet, notCaptured } from '../model/exchange.ts'
import type { Observation } from '../model/observation.ts'
import type { Collected, TranscriptRequirement } from '../model/requirement.ts'
import type { Stray } from '../model/stray.ts'
import type { LocatedFinding, Ruling } from './ruling.ts'
import { startTally } from './tally.ts'

/** What one transcript requirement has collected so far. */
export interface Collection {
  collect(seen: Observation): void
  collectStray(stray: Stray): void
  ruling(): Ruling
}

/** Starts collecting for one requirement. Its code may fail: that becomes an error of ours, never a verdict on the target. */
export function startCollection(requirement: TranscriptRequirement): Collection {
  const kept: Collected<unknown>[] = []
  const failures: { readonly exchange: string; readonly error: unknown }[] = []
  const doubts: LocatedFinding[] = []
  const keep = ({ id: exchange, captured }: Exchange, needs: readonly Facet[], factOf: () => unknown): void => {
    try {
      const fact = factOf()
      const missing = fact === undefined ? undefined : notCaptured({ captured }, needs)
      if (missing !== undefined) doubts.push({ exchange, doubt: true, message: missing })
      else if (fact !== undefined) kept.push({ exchange, fact })
    } catch (error) {
      failures.push({ exchange, error })
    }
  }
  return {
    collect: (seen) => keep(seen.exchange, requirement.needs, () => factOf(requirement, seen)),
    // What a sentence needs, it needs of the operation's exchanges; of others it asks by itself.
    collectStray: (stray) => keep(stray.exchange, [], () => requirement.collectStray?.(stray)),
    ruling: () => ruled(requirement, [...kept].sort(byExchange), { failures, doubts }),
  }
}

/** What cannot be kept as a fact. */
interface Aside {
  readonly failures: readonly { readonly exchange: string; readonly error: unknown }[]
  /** Of exchanges of which what the sentence needs was not captured. */
  readonly doubts: readonly LocatedFinding[]
}

function factOf(requirement: TranscriptRequirement, seen: Observation): unknown {
  const fact = requirement.collect(seen)
  return fact !== undefined && isLarge(seen) ? structuredClone(fact) : fact
}

/** A part of a string keeps the whole of it in memory: of a large reply, only copies are kept. */
function isLarge({ body }: Observation): boolean {
  return body.length > 64 * 1024
}

function ruled(
  requirement: TranscriptRequirement,
  collected: readonly Collected<unknown>[],
  { failures, doubts }: Aside,
): Ruling {
  const tally = startTally()
  for (const doubt of doubts) tally.add(doubt)
  for (const { exchange, error } of failures) tally.addError(exchange, error)
  try {
    const count = requirement.restsOn?.(collected).size ?? collected.length
    const isExercised = requirement.isExercised?.(collected) ?? count > 0
    if (isExercised) for (let judged = 0; judged < count; judged += 1) tally.judged()
    if (isExercised) for (const finding of requirement.check(collected)) tally.add(finding)
    const untested = isExercised ? undefined : requirement.whyUntested?.(collected)
    return { ...tally.ruling(requirement), ...(untested === undefined ? {} : { untested }) }
  } catch (error) {
    tally.addError(collected[0]?.exchange ?? '', error)
  }
  return tally.ruling(requirement)
}

/** Orders by exchange id, so that the order of arrival does not matter. */
export function byExchange(one: { readonly exchange: string }, other: { readonly exchange: string }): number {
  return one.exchange < other.exchange ? -1 : one.exchange > other.exchange ? 1 : 0
}
