import type { Counts, Report } from '../conformance/core/model/report.ts'
import { type Endpoint, endpoints, type Outcome, outcomes } from '../conformance/core/model/vocabulary.ts'
import { allResults, blockedText, isBlocked, type Result } from './result.ts'

export function resultsEnding(report: Report, outcome: Outcome): readonly Result[] {
  return allResults(report).filter(({ verdict }) => verdict === outcome)
}

export function isNothingTested({ summary: { counts }, requirements }: Report): boolean {
  const inFront = requirements.filter(({ behind, notInEdition }) => behind !== true && notInEdition !== true)
  return inFront.length > 0 && counts.skipped === inFront.length && counts.pass + counts.fail === 0
}

/** Returns the inconclusive results that no failure blocks. */
export function undecided(report: Report): readonly Result[] {
  return resultsEnding(report, 'inconclusive').filter((result) => !isBlocked(result))
}

/** Groups the inconclusive results that no failure blocks by reason, larger groups first. */
export function undecidedByReason(report: Report): readonly ReasonGroup[] {
  return grouped(undecided(report), reasonOf).sort((a, b) => b.results.length - a.results.length)
}

export function countsOf(results: readonly { readonly verdict: Outcome }[]): Counts {
  const count = (outcome: Outcome) => results.filter(({ verdict }) => verdict === outcome).length
  return Object.fromEntries(outcomes.map((outcome) => [outcome, count(outcome)])) as Counts
}

/** Groups the results of a report by operation, in the order of the specification. */
export function byOperation(report: Report): readonly (readonly [Endpoint, readonly Result[]])[] {
  const results = allResults(report)
  return endpoints
    .map((operation) => [operation, results.filter((result) => result.operation === operation)] as const)
    .filter(([, own]) => own.length > 0)
}

/** A reason, and the results that have no verdict because of it. */
export interface ReasonGroup {
  readonly reason: string
  readonly results: readonly Result[]
}

/**
 * Groups the results without verdict by reason: first those that were not tested, then those that do not apply, larger
 * groups first.
 */
export function untestedByReason(report: Report): readonly ReasonGroup[] {
  const results = resultsEnding(report, 'skipped').filter(
    (result) => !isBlocked(result) && result.notInEdition !== true,
  )
  return grouped(results, reasonOf).sort(
    (a, b) => Number(isHarmless(a)) - Number(isHarmless(b)) || b.results.length - a.results.length,
  )
}

/** Groups the blocked results by the failure that blocks them, larger groups first. */
export function blockedByReason(report: Report): readonly ReasonGroup[] {
  const results = allResults(report).filter(isBlocked)
  return grouped(results, (result) => `${blockedText(result)}`).sort((a, b) => b.results.length - a.results.length)
}

function grouped(results: readonly Result[], reasonOf: (result: Result) => string): ReasonGroup[] {
  const groups = new Map<string, Result[]>()
  for (const result of results) {
    const reason = reasonOf(result)
    const known = groups.get(reason)
    if (known === undefined) groups.set(reason, [result])
    else known.push(result)
  }
  return [...groups].map(([reason, own]) => ({ reason, results: own }))
}

function isHarmless({ results }: ReasonGroup): boolean {
  return results.every(({ excluded }) => excluded !== undefined)
}

/** Returns whether a result is not part of the run: an option excludes it, or it is not in the edition. */
export function isLeftOut({ excluded, notInEdition }: Pick<Result, 'excluded' | 'notInEdition'>): boolean {
  return excluded === 'limits' || notInEdition === true
}

/**
 * Returns the reason of a result without figures that apply to this result only, so that equal reasons can be grouped.
 */
export function reasonOf({ reason, sharedReason = reason }: Pick<Result, 'reason' | 'sharedReason'>): string {
  return sharedReason
}
