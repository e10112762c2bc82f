import type { Result } from '../../../reports/result.ts'
import { resultsEnding } from '../../../reports/select.ts'
import { visible } from '../../../reports/visible.ts'
import type { Report } from '../../model/report.ts'
import type { Catalogue } from '../../model/suite.ts'
import { replayEach } from '../../run/replay/replay.ts'
import type { Replayed } from '../../run/replay/replay-fetch.ts'
import type { Io } from '../io.ts'
import { comparisonInWords } from '../replay/replay-case.ts'
import type { RunArguments } from '../run/options/run-options.ts'

/** The failures of the last complete run that are not known. */
export function failuresIn(report: Report): readonly Result[] {
  return resultsEnding(report, 'fail').filter(({ known }) => known === undefined)
}

/** Returns a case of each failed result. Results may share a case. */
export function casesOf(failures: readonly Result[]): readonly string[] {
  return [...new Set(failures.flatMap(({ findings }) => findings.slice(0, 1).map(({ exchange }) => exchange)))]
}

/**
 * Sends the cases of failures again, as the last complete run sent them, and prints what became of each. Returns how
 * many pass now; `undefined` if it was interrupted.
 */
export async function countPassing(
  failures: readonly Result[],
  options: RunArguments,
  catalogue: Catalogue,
  { stdout, signal }: Pick<Io, 'stdout' | 'signal'>,
): Promise<number | undefined> {
  const requirements = new Set(failures.map(({ id }) => id))
  let passing = 0
  for await (const { id, replayed } of replayEach(casesOf(failures), options, catalogue, signal)) {
    stdout.write(visible(comparisonInWords(id, replayed.before, replayed.now, replayed.comparison)))
    if (isPassing(replayed, requirements)) passing += 1
  }
  return signal.aborted ? undefined : passing
}

/**
 * Only the failures that are sent again count: another requirement may fail on the same case, and be a known failure. A
 * complete run follows, which finds new failures.
 */
function isPassing({ now, comparison: { changes } }: Replayed, requirements: ReadonlySet<string>): boolean {
  return (
    now.response !== null && !changes.some((change) => change.now === 'fail' && requirements.has(change.requirement))
  )
}
