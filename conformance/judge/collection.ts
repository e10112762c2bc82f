import type { Observation } from '../model/observation.ts'
import type { Collected, TranscriptRequirement } from '../model/requirement.ts'
import type { Ruling } from './ruling.ts'
import { startTally } from './tally.ts'

/** What one transcript requirement has collected so far. */
export interface Collection {
  collect(seen: Observation): void
  ruling(): Ruling
}

/** Starts collecting for one requirement. Its code may fail: that becomes an error of ours, never a verdict on the target. */
export function startCollection(requirement: TranscriptRequirement): Collection {
  const kept: Collected<unknown>[] = []
  const failures: { readonly exchange: string; readonly error: unknown }[] = []
  return {
    collect: (seen) => {
      const exchange = seen.exchange.id
      try {
        const fact = requirement.collect(seen)
        if (fact !== undefined) kept.push({ exchange, fact: isLarge(seen) ? structuredClone(fact) : fact })
      } catch (error) {
        failures.push({ exchange, error })
      }
    },
    ruling: () => ruled(requirement, [...kept].sort(byExchange), failures),
  }
}

/** A part of a string keeps the whole of it in memory: of a large reply, only copies are kept. */
function isLarge({ body }: Observation): boolean {
  return body.length > 64 * 1024
}

function ruled(
  requirement: TranscriptRequirement,
  collected: readonly Collected<unknown>[],
  failures: readonly { readonly exchange: string; readonly error: unknown }[],
): Ruling {
  const tally = startTally()
  for (const { exchange, error } of failures) tally.addError(exchange, error)
  try {
    const isExercised = requirement.isExercised?.(collected) ?? collected.length > 0
    if (isExercised) for (const _ of collected) tally.judged()
    if (isExercised) for (const finding of requirement.check(collected)) tally.add(finding)
  } catch (error) {
    tally.addError(collected[0]?.exchange ?? '', error)
  }
  return tally.ruling(requirement)
}

/** Orders by exchange id, so that the order of arrival does not matter. */
export function byExchange(one: { readonly exchange: string }, other: { readonly exchange: string }): number {
  return one.exchange < other.exchange ? -1 : one.exchange > other.exchange ? 1 : 0
}
