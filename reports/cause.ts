import type { Cause, Report, ReportedFinding, ResultName } from '../conformance/core/model/report.ts'
import { resultKey } from '../conformance/core/model/requirement.ts'
import { counted } from '../conformance/core/text/counted.ts'
import { clientsText } from './clients.ts'
import { isExcused } from './known.ts'
import { nameOf, type Result } from './result.ts'
import { resultsEnding } from './select.ts'

/** Returns the effect of a cause, for example `explains 82 failed and 3 warned results, blocks 12`. */
export function effectOfCause(cause: Cause, report: Report): string {
  const explained = `explains ${explainedText(cause, report)}`
  return cause.blocks.length === 0 ? explained : `${explained}, blocks ${cause.blocks.length}`
}

/** Counts the results that a cause explains, in the words of the table of results. */
export function explainedText(cause: Cause, report: Report): string {
  const warned = explainedBy(cause, resultsEnding(report, 'warn')).length
  const failed = cause.requirements.length - warned
  if (warned === 0) return counted(failed, 'failed result')
  return failed === 0 ? counted(warned, 'warned result') : `${failed} failed and ${counted(warned, 'warned result')}`
}

export function causeText(cause: Cause, report: Report): string {
  const hint = cause.hint === undefined ? '' : `. ${cause.hint}`
  return `${cause.title} (${effectOfCause(cause, report)})${hint}`
}

/** A problem of the target: a cause with the failed results that it explains, or a failed result without a cause. */
export interface TargetProblem {
  /** The title of the cause, or the name of the result. */
  readonly title: string
  /** One line that includes the hint. */
  readonly text: string
  /** The effects on clients, as one line. */
  readonly clients?: string
  readonly results: readonly Result[]
  /** The finding to show first. */
  readonly example?: ResultWithFinding
}

/** Returns the problems of a report: the causes with the most results first, then the results without a cause. */
export function targetProblems(report: Report): readonly TargetProblem[] {
  const failed = resultsEnding(report, 'fail')
  const causes = report.causes.map((cause) => {
    const results = explainedBy(cause, failed)
    const clients = clientsText(cause)
    return {
      title: cause.title,
      text: causeText(cause, report),
      results,
      clients,
      ...exampleIn(results, cause.example),
    }
  })
  const explained = new Set(causes.flatMap(({ results }) => results))
  const alone = failed.filter((result) => !explained.has(result))
  return [
    ...causes,
    ...alone.map((result) => ({
      title: nameOf(result),
      text: `${nameOf(result)}: ${result.statement}`,
      results: [result],
      ...exampleIn([result]),
    })),
  ]
}

function exampleIn(results: readonly Result[], named?: Cause['example']): Pick<TargetProblem, 'example'> {
  const example = strongest(results, named)
  return example === undefined ? {} : { example }
}

export function explainedBy({ requirements }: Cause, failed: readonly Result[]): readonly Result[] {
  const own = new Set(requirements.map((one) => resultKey(one.requirement, one.operation)))
  return failed.filter(({ id: requirement, operation }) => own.has(resultKey(requirement, operation)))
}

/** A result and its most telling finding. */
export interface ResultWithFinding {
  readonly result: Result
  readonly finding: ReportedFinding
}

/**
 * Chooses the finding to show first. This is the example of the cause, unless there is none, or a list of known
 * failures excuses it but not all others. Otherwise it is the finding with the most exchanges.
 */
export function strongest(results: readonly Result[], example?: Cause['example']): ResultWithFinding | undefined {
  const shown = results.filter(({ findings }) => findings.length > 0)
  const unknown = shown.filter((result) => !isExcused(result))
  const candidates = unknown.length > 0 ? unknown : shown
  const named = candidates.find(({ id, operation }) => id === example?.requirement && operation === example.operation)
  const result = named ?? candidates.toSorted((a, b) => b.violating - a.violating)[0]
  if (result === undefined) return undefined
  const own = named && result.findings.find(({ exchange }) => exchange === example?.exchange)
  return { result, finding: own ?? result.findings[0]! }
}

/** Returns the share of exchanges that violate the requirement, for example `in 3 of 12 exchanges`. */
export function violationShare({ violating, exchanges }: Pick<Result, 'violating' | 'exchanges'>): string {
  return `in ${violating} of ${counted(exchanges, 'exchange')}`
}

export function causeOf(
  { id: requirement, operation }: Pick<Result, 'id' | 'operation'>,
  { causes }: Pick<Report, 'causes'>,
): Cause | undefined {
  const isThis = (name: ResultName) => name.requirement === requirement && name.operation === operation
  return causes.find(({ requirements }) => requirements.some(isThis))
}
