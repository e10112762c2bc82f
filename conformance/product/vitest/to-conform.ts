import { excusedIn } from '../../../reports/known.ts'
import { limitsIn } from '../../core/model/limit.ts'
import type { Report } from '../../core/model/report.ts'
import { isPassing } from '../../core/model/run-verdict.ts'
import { excused, knownFailureStates, staleInWords } from '../../engine/judge/summary/known-failures.ts'
import { type KnownEntry, knownIn } from '../config/known-failures/entry.ts'
import { resolved } from '../config/known-failures/read.ts'
import { failuresIn, type Problem, undecidedIn } from './problems.ts'

/** A requirement id, a glob, or an entry in the format of a list of known failures. */
export type KnownFailureGiven = string | KnownEntry

export interface ToConformOptions {
  /** The known failures. An entry whose requirement passes fails the test, because it is out of date. */
  readonly known?: readonly KnownFailureGiven[]
}

interface Answer {
  readonly pass: boolean
  readonly message: () => string
}

export function entriesOf(known: readonly KnownFailureGiven[]): readonly KnownEntry[] {
  return known.map((one) =>
    typeof one === 'string' ? { requirement: one, reason: 'known to fail, says the test' } : one,
  )
}

/**
 * Implements the matcher. An inconclusive report never conforms, nor does one with other failures or undecided results.
 */
export function toConform(report: Report, { known = [] }: ToConformOptions = {}): Answer {
  const problems = problemsBeside(report, known)
  return {
    pass: problems.length === 0,
    message: () =>
      problems.length === 0
        ? `expected ${report.target.url} not to conform: ${report.summary.reason}`
        : [`expected ${report.target.url} to conform: ${titlesOf(problems)}`, ...messagesOf(problems)].join('\n\n'),
  }
}

/** The maximum number of problems in the first line, and in the message. */
const most = { titles: 3, messages: 10 }

function titlesOf(problems: readonly Problem[]): string {
  const titles = problems.slice(0, most.titles).map(({ title }) => title)
  const more = problems.length - titles.length
  return more > 0 ? `${titles.join('; ')}; and ${more} more` : titles.join('; ')
}

/** Returns the messages to show. The first line already contains problems that consist of a title. */
function messagesOf(problems: readonly Problem[]): readonly string[] {
  const long = problems.length > most.titles ? problems : problems.filter(({ title, message }) => message !== title)
  const shown = long.slice(0, most.messages).map(({ message }) => message)
  const rest = long.slice(most.messages).map(({ title }) => `- ${title}`)
  return [...shown, ...(rest.length === 0 ? [] : [rest.join('\n')])]
}

/** Returns the problems that a list of known failures does not excuse. */
function problemsBeside(report: Report, given: readonly KnownFailureGiven[]): readonly Problem[] {
  const { verdict, reason } = report.summary
  const names = report.requirements.flatMap(({ id, operations }) =>
    operations.map(({ operation }) => ({ requirement: id, operation })),
  )
  const { known } = knownIn(resolved(entriesOf(given), names), { ...report, limits: limitsIn(report) })
  if (known === undefined) throw new Error('a list of known failures was not held against the report')
  const weighed = { ...report, requirements: excused(report.requirements, known) }
  const failures = failuresIn(weighed)
  const stale = staleInWords(knownFailureStates(known, report.requirements), report.requirements)
  // Otherwise the verdict has another reason, such as a wrong declaration.
  const isAboutKnown =
    verdict === 'nonconforming' &&
    failuresIn(report).length > 0 &&
    excusedIn(weighed).length > 0 &&
    failures.length === 0
  return [
    ...failures,
    ...(stale === undefined ? [] : [plain(stale)]),
    ...(isPassing(verdict) || failures.length > 0 || isAboutKnown ? [] : [plain(`${verdict}: ${reason}`)]),
    ...(isAboutKnown ? undecidedIn(weighed) : []),
  ]
}

function plain(text: string): Problem {
  return { title: text, message: text, results: [] }
}
