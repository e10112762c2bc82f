import { marks } from '../../../reports/outcome.ts'
import { allResults, nameOf, type Result } from '../../../reports/result.ts'
import { resultsEnding, undecided } from '../../../reports/select.ts'
import type { Report } from '../../model/report.ts'
import type { LooksAt } from '../../watch/looking-at.ts'

/** What became of some results in a later report. What that one has not looked at stays what it was. */
export function resultsAgain(before: readonly Result[], later: Report, looksAt: LooksAt): readonly Result[] {
  const seen = allResults(later).filter((result) => looksAt(result, result))
  const now = new Map(seen.map((result) => [nameOf(result), result]))
  return before.map((result) => now.get(nameOf(result)) ?? result)
}

/** What has to be mended; where nothing failed, what could not be decided. */
export function leftOf(report: Report): readonly Result[] {
  const failed = failuresIn(report)
  return failed.length > 0 ? failed : undecided(report)
}

/** What is left to be mended after a narrower run: what has not passed yet, and what failed anew. */
export function leftAfter(
  left: readonly Result[],
  again: readonly Result[],
  failing: readonly Result[],
): readonly Result[] {
  const known = new Set(left.map(nameOf))
  return [...again.filter(({ verdict }) => verdict !== 'pass'), ...failing.filter((one) => !known.has(nameOf(one)))]
}

/** What failed that no list of known failures excuses. */
export function failuresIn(report: Report): readonly Result[] {
  return resultsEnding(report, 'fail').filter(({ known }) => known === undefined)
}

/** What became of a result, for people who mend it. */
export function stateOf({ verdict, findings, reason }: Result): { readonly mark: string; readonly words: string } {
  const mark = `${marks[verdict].glyph} ${marks[verdict].word}`
  return { mark, words: verdict === 'pass' ? 'passes now' : (findings[0]?.message ?? reason) }
}
