import type { Cause, Report, ReportedFinding, ResultName } from '../conformance/model/report.ts'
import { counted } from './identity.ts'
import { isExcused } from './known.ts'
import { nameOf, type Result } from './result.ts'
import { resultsEnding } from './select.ts'

/** What a cause comes to, for example `explains 82 failed and 3 warned results, blocks 12`. */
export function reachOf(cause: Cause, report: Report): string {
  const explained = `explains ${explainedText(cause, report)}`
  return cause.blocks.length === 0 ? explained : `${explained}, blocks ${cause.blocks.length}`
}

/** The results that a cause explains, in the words of the table, so that the figures can be found there. */
export function explainedText(cause: Cause, report: Report): string {
  const warned = explainedBy(cause, resultsEnding(report, 'warn')).length
  const failed = cause.requirements.length - warned
  if (warned === 0) return counted(failed, 'failed result')
  return failed === 0 ? counted(warned, 'warned result') : `${failed} failed and ${counted(warned, 'warned result')}`
}

/** A cause as one line. */
export function causeText(cause: Cause, report: Report): string {
  const hint = cause.hint === undefined ? '' : `. ${cause.hint}`
  return `${cause.title} (${reachOf(cause, report)})${hint}`
}

/** Something that is wrong with a target: a cause with the failed results that it explains, or a failed result without one. */
export interface Problem {
  /** The title of the cause, or the name of the result. */
  readonly title: string
  /** In a line; with the hint. */
  readonly text: string
  readonly results: readonly Result[]
  /** The finding to show first. */
  readonly example?: Strongest
}

/** What made results fail, the weightiest causes first; results that no cause explains come last. */
export function problemsOf(report: Report): readonly Problem[] {
  const failed = resultsEnding(report, 'fail')
  const causes = report.causes.map((cause) => {
    const results = explainedBy(cause, failed)
    return { title: cause.title, text: causeText(cause, report), results, ...exampleIn(results, cause.example) }
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

function exampleIn(results: readonly Result[], named?: Cause['example']): Pick<Problem, 'example'> {
  const example = strongest(results, named)
  return example === undefined ? {} : { example }
}

/** The failed results that a cause explains. */
export function explainedBy({ requirements }: Cause, failed: readonly Result[]): readonly Result[] {
  const own = new Set(requirements.map(keyOf))
  return failed.filter(({ id: requirement, operation }) => own.has(keyOf({ requirement, operation })))
}

/** A result, and the finding of it to show first. */
export interface Strongest {
  readonly result: Result
  readonly finding: ReportedFinding
}

/**
 * Of some results the finding to show first: the example of their cause; where there is none, or a list of known failures
 * excuses it but not all, what most exchanges show.
 */
export function strongest(results: readonly Result[], example?: Cause['example']): Strongest | undefined {
  const shown = results.filter(({ findings }) => findings.length > 0)
  const unknown = shown.filter((result) => !isExcused(result))
  const candidates = unknown.length > 0 ? unknown : shown
  const named = candidates.find(({ id, operation }) => id === example?.requirement && operation === example.operation)
  const result = named ?? candidates.toSorted((a, b) => b.violating - a.violating)[0]
  if (result === undefined) return undefined
  const own = named && result.findings.find(({ exchange }) => exchange === example?.exchange)
  return { result, finding: own ?? result.findings[0]! }
}

/** On how many of its exchanges a result shows, for example `in 3 of 12 exchanges`. */
export function shareOf({ violating, exchanges }: Pick<Result, 'violating' | 'exchanges'>): string {
  return `in ${violating} of ${counted(exchanges, 'exchange')}`
}

/** The cause that explains a failed result. */
export function causeOf(
  { id: requirement, operation }: Pick<Result, 'id' | 'operation'>,
  { causes }: Pick<Report, 'causes'>,
): Cause | undefined {
  const key = keyOf({ requirement, operation })
  return causes.find(({ requirements }) => requirements.some((name) => keyOf(name) === key))
}

function keyOf({ requirement, operation }: ResultName): string {
  return `${requirement}@${operation}`
}
