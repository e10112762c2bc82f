import type { Counts, Report, RunVerdict } from '../../conformance/model/report.ts'
import type { Endpoint } from '../../conformance/model/vocabulary.ts'

/** An operation, with the result of each implementation on it. */
export interface OperationRow {
  readonly operation: Endpoint
  /** In the order of the sides. `null` if that run did not look at the operation. */
  readonly cells: readonly (OperationCell | null)[]
}

export interface OperationCell {
  readonly verdict: RunVerdict
  readonly counts: Counts
}

export function operationRows(reports: readonly Pick<Report, 'operations'>[]): readonly OperationRow[] {
  const all = new Set(reports.flatMap(({ operations }) => operations.map(({ operation }) => operation)))
  return [...all].map((operation) => ({
    operation,
    cells: reports.map(({ operations }) => {
      const own = operations.find((one) => one.operation === operation)
      return own === undefined ? null : { verdict: own.verdict, counts: own.counts }
    }),
  }))
}

/** Returns for example `3 of 75 failed`. Results that are informational or undecided are not counted. */
export function shareText(cell: OperationCell | null): string {
  if (cell === null) return 'not tested'
  const { pass, fail, warn } = cell.counts
  const tested = pass + fail + warn
  if (tested === 0) return 'not tested'
  return fail === 0 ? `${pass} of ${tested} passed` : `${fail} of ${tested} failed`
}
