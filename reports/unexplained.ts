import type { Report } from '../conformance/model/report.ts'
import { unexcused } from './known.ts'
import { undecided } from './select.ts'

/**
 * How a verdict that no result explains has to show in formats that know test cases only: a stale list of known
 * failures, say, or a run in which nothing was judged. `undefined` where some result explains it.
 */
export function unexplained(report: Report): 'failure' | 'error' | undefined {
  const { verdict } = report.summary
  if (verdict === 'nonconforming' && unexcused(report).length === 0) return 'failure'
  const isQuiet = unexcused(report).length + undecided(report).length === 0
  return verdict === 'inconclusive' && isQuiet ? 'error' : undefined
}
