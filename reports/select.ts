import type { Counts, Report } from '../conformance/model/report.ts'
import { type Endpoint, endpoints, type Outcome, outcomes } from '../conformance/model/vocabulary.ts'
import { allResults, blockedText, isBlocked, type Result } from './result.ts'

/** The results with this outcome, in the report's order. */
export function resultsEnding(report: Report, outcome: Outcome): readonly Result[] {
  return allResults(report).filter(({ verdict }) => verdict === outcome)
}

/** Whether nothing at all was tested, so that there is nothing to say but why. */
export function isNothingTested({ summary: { counts }, requirements }: Report): boolean {
  return requirements.length > 0 && counts.skipped === requirements.length && counts.pass + counts.fail === 0
}

/** What could not be decided although nothing that failed explains it. */
export function undecided(report: Report): readonly Result[] {
  return resultsEnding(report, 'inconclusive').filter((result) => !isBlocked(result))
}

/** How many of these requirements, or results, ended with each outcome. */
export function countsOf(results: readonly { readonly verdict: Outcome }[]): Counts {
  const count = (outcome: Outcome) => results.filter(({ verdict }) => verdict === outcome).length
  return Object.fromEntries(outcomes.map((outcome) => [outcome, count(outcome)])) as Counts
}

/** The operations that the report has results on, each with its results, in the specification's order. */
export function byOperation(report: Report): readonly (readonly [Endpoint, readonly Result[]])[] {
  const results = allResults(report)
  return endpoints
    .map((operation) => [operation, results.filter((result) => result.operation === operation)] as const)
    .filter(([, own]) => own.length > 0)
}

/** One reason for which there is no verdict, and on what. */
export interface ReasonGroup {
  readonly reason: string
  readonly results: readonly Result[]
}

/** What was not tested, grouped by reason: first what was not tested, then what does not apply; larger groups first. */
export function untestedByReason(report: Report): readonly ReasonGroup[] {
  const results = resultsEnding(report, 'skipped').filter((result) => !isBlocked(result))
  return grouped(results, reasonOf).sort(
    (a, b) => Number(isHarmless(a)) - Number(isHarmless(b)) || b.results.length - a.results.length,
  )
}

/** What could not be decided because something else failed there, grouped by what failed; larger groups first. */
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

function isHarmless({ reason }: ReasonGroup): boolean {
  return reason.startsWith('not applicable:')
}

/** How many requests of one kind were accepted before the budget was used up: it differs by kind, the reason does not. */
const tally = / \(\d+ of \d+ requests of this kind were accepted\)$/

/** The reason of a result as far as it is the same for all results that have it. */
export function reasonOf({ reason }: Pick<Result, 'reason'>): string {
  return reason.replace(tally, '')
}
