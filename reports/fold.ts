import type { ReportedFinding } from '../conformance/model/report.ts'

/** Findings that say the same about the same place, as one. */
export interface Fold {
  /** The first of them. */
  readonly finding: ReportedFinding
  readonly count: number
}

/** The findings with those of the same message and place folded together, in the order in which each first comes. */
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

/** ` (5 times)` where a fold holds more than one finding, else nothing. */
export function timesOf({ count }: Fold): string {
  return count === 1 ? '' : ` (${count} times)`
}
