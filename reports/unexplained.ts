import type { Report } from '../conformance/core/model/report.ts'
import { unexcused } from './known.ts'
import { undecided } from './select.ts'

/**
 * Returns how formats that consist of test cases show a verdict that no result explains. This happens, for example,
 * with a stale list of known failures, or if nothing was judged. Returns `undefined` if a result explains the verdict.
 */
export function unexplained(report: Report): 'failure' | 'error' | undefined {
  const { verdict } = report.summary
  if (verdict === 'nonconforming' && unexcused(report).length === 0) return 'failure'
  const isQuiet = unexcused(report).length + undecided(report).length === 0
  return verdict === 'inconclusive' && isQuiet ? 'error' : undefined
}
