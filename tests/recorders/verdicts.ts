import type { Report } from '../../conformance/core/model/report.ts'
import { allResults, nameOf, type Result } from '../../reports/result.ts'

/**
 * Returns the results that differ between live exchanges and their recording. Ignores results that the recording cannot
 * decide. `lost` are the operations whose bodies the recorder does not keep.
 */
export function differences(live: Report, recorded: Report, lost: readonly string[]): readonly string[] {
  const expected = new Map(allResults(live).map((result) => [nameOf(result), result]))
  return allResults(recorded).flatMap((result) => {
    const before = expected.get(nameOf(result))
    if (before === undefined || before.verdict === result.verdict || isUndecided(result, lost)) return []
    if (before.verdict === 'skipped' && isAboutWrongKeys(result)) return []
    return [`${nameOf(result)}: ${before.verdict}, in the recording ${result.verdict} (${result.reason})`]
  })
}

function isUndecided({ verdict, reason, operation }: Result, lost: readonly string[]): boolean {
  const isOpen = verdict === 'skipped' || verdict === 'inconclusive'
  return isOpen && (lost.includes(operation) || /not captured/.test(reason ?? ''))
}

/**
 * Returns whether a result concerns wrong keys. A proxy judges live and cannot know yet that a key is wrong; in a
 * recording, the key is never accepted.
 */
function isAboutWrongKeys({ id, verdict }: Result): boolean {
  return verdict !== 'fail' && /key-invalid|unknown-token/.test(id)
}

export function failedIn({ requirements }: Report): readonly string[] {
  return requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
}
