import { type KnownEntry, knownIn } from '../config/known-failures/entry.ts'
import { resolved } from '../config/known-failures/read.ts'
import { excused, staleInWords, weigh } from '../judge/summary/known-failures.ts'
import { limitsIn } from '../model/limit.ts'
import type { Report } from '../model/report.ts'
import { isPassing } from '../model/run-verdict.ts'
import { failuresInWords, resultsOf } from './words.ts'

/** A requirement id or a glob of them, or an entry as a list of known failures has it. */
export type KnownFailureGiven = string | KnownEntry

export interface ToConformOptions {
  /** The known failures. An entry whose requirement passes fails the test: it is out of date. */
  readonly known?: readonly KnownFailureGiven[]
}

interface Answer {
  readonly pass: boolean
  readonly message: () => string
}

/** Entries as a list of known failures has them. */
export function entriesOf(known: readonly KnownFailureGiven[]): readonly KnownEntry[] {
  return known.map((one) =>
    typeof one === 'string' ? { requirement: one, reason: 'known to fail, says the test' } : one,
  )
}

/**
 * The matcher. A report that is inconclusive does not conform, whatever is known to fail; nor does one in which
 * something else fails or could not be decided.
 */
export function toConform(report: Report, { known = [] }: ToConformOptions = {}): Answer {
  const problems = problemsOf(report, known)
  return {
    pass: problems.length === 0,
    message: () =>
      problems.length === 0
        ? `expected ${report.target.url} not to conform: ${report.summary.reason}`
        : `expected ${report.target.url} to conform\n\n${problems.join('\n\n')}`,
  }
}

function problemsOf(report: Report, given: readonly KnownFailureGiven[]): readonly string[] {
  const { verdict, reason } = report.summary
  const names = resultsOf(report).map(([{ id }, { operation }]) => ({ requirement: id, operation }))
  const { known } = knownIn(resolved(entriesOf(given), names), { ...report, limits: limitsIn(report) })
  if (known === undefined) throw new Error('a list of known failures was not held against the report')
  const excusing = resultsOf({ requirements: excused(report.requirements, known) })
  const failed = excusing.filter(([, one]) => one.verdict === 'fail' && one.known === undefined)
  const excuses = excusing.filter(([, one]) => one.known !== undefined)
  const undecided = excusing.filter(([, one]) => one.verdict === 'inconclusive' && one.blockedBy === undefined)
  const stale = staleInWords(weigh(known, report.requirements))
  const isAboutKnown = verdict === 'nonconforming' && excuses.length > 0 && failed.length === 0
  return [
    ...failuresInWords(failed),
    ...(stale === undefined ? [] : [stale]),
    ...(isPassing(verdict) || failed.length > 0 || isAboutKnown ? [] : [`${verdict}: ${reason}`]),
    ...(isAboutKnown ? failuresInWords(undecided) : []),
  ]
}
