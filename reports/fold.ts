import type { ReportedFinding } from '../conformance/core/model/report.ts'

/** Findings with the same message and place. */
export interface Fold {
  readonly finding: ReportedFinding
  readonly count: number
}

/** Groups findings by message and place, in the order of the first finding of each group. */
export function folded(findings: readonly ReportedFinding[]): readonly Fold[] {
  const folds = new Map<string, { finding: ReportedFinding; count: number }>()
  for (const finding of findings) {
    const key = JSON.stringify([finding.message, finding.path ?? null])
    const fold = folds.get(key)
    if (fold === undefined) folds.set(key, { finding, count: 1 })
    else fold.count += 1
  }
  return [...folds.values()]
}

/** Returns ` (5 times)` if there is more than one finding. */
export function timesOf({ count }: Fold): string {
  return count === 1 ? '' : ` (${count} times)`
}
