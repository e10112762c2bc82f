import type { Counts, Report, RunVerdict } from '../../conformance/core/model/report.ts'
import type { Endpoint } from '../../conformance/core/model/vocabulary.ts'
import { headlines, marks } from '../outcome.ts'

/** An operation, with the result of each implementation on it. */
export interface OperationRow {
  readonly operation: Endpoint
  /** One cell for each side, in the same order. `null` if that run did not test the operation. */
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
  const tested = testedOf(cell)
  if (cell === null || tested === 0) return 'not tested'
  const { pass, fail, warn } = cell.counts
  if (fail === 0) return `${pass} of ${tested} passed${warn === 0 ? '' : `, ${warn} warned`}`
  return `${fail} of ${tested} failed${cell.verdict === 'nonconforming' ? '' : ' (known)'}`
}

/** Returns the look of a cell: the verdict, or `skipped` if nothing was tested. */
export function lookOf(cell: OperationCell | null): RunVerdict | 'skipped' {
  return cell === null || testedOf(cell) === 0 ? 'skipped' : cell.verdict
}

export function glyphOf(cell: OperationCell | null): string {
  const look = lookOf(cell)
  return look === 'skipped' ? marks.skipped.glyph : headlines[look].glyph
}

/** Counts the requirements that passed or failed. */
export function testedOf(cell: OperationCell | null): number {
  return cell === null ? 0 : cell.counts.pass + cell.counts.fail + cell.counts.warn
}
