import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { difference } from '../../../../reports/diff/difference.ts'
import { differenceInOneLine } from '../../../../reports/diff/words.ts'
import type { Report } from '../../../core/model/report.ts'
import { previousFolder } from '../../report/previous-run.ts'
import { readResults } from '../../report/read-results.ts'

/**
 * Compares a report with the previous run in the folder, in one line. Returns `undefined` if there is no previous run
 * of the same target.
 */
export function sinceLastRun(report: Report, out: string, outInWords: string): string | undefined {
  const before = resultsIn(join(out, previousFolder))
  if (before === undefined || !isOfSameTarget(before, report)) return undefined
  const { changes, ...rest } = difference({ name: previousFolder, report: before }, { name: 'now', report })
  // A run with another profile tests other requirements anyway.
  const isOther = before.profile !== report.profile
  const told = isOther ? { ...changes, 'no-longer-exercised': [] } : changes
  const news = differenceInOneLine({ ...rest, changes: told })
  const which = isOther ? `since the last run (profile ${before.profile})` : 'since the last run'
  return `${which}: ${news} (mgi diff ${join(outInWords, previousFolder)} ${outInWords})`
}

function resultsIn(folder: string): Report | undefined {
  const file = join(folder, 'results.json')
  if (!existsSync(file)) return undefined
  try {
    return readResults(file, () => {})
  } catch {
    return undefined
  }
}

/** Returns whether two runs have the same target. The port of an embedded server differs in each run. */
function isOfSameTarget(before: Report, { target }: Report): boolean {
  return before.target.embedded === target.embedded && (target.embedded || before.target.url === target.url)
}
