import { marks } from '../../../reports/outcome.ts'
import { allResults, nameOf, type Result } from '../../../reports/result.ts'
import type { Report } from '../../model/report.ts'

/** What became of some results in a later report. What that one has not looked at stays what it was. */
export function resultsAgain(before: readonly Result[], later: Report): readonly Result[] {
  const now = new Map(allResults(later).map((result) => [nameOf(result), result]))
  return before.map((result) => now.get(nameOf(result)) ?? result)
}

/** What became of a result, for people who mend it. */
export function stateOf({ verdict, findings, reason }: Result): { readonly mark: string; readonly words: string } {
  const mark = `${marks[verdict].glyph} ${marks[verdict].word}`
  return { mark, words: verdict === 'pass' ? 'passes now' : (findings[0]?.message ?? reason) }
}
