import type { Report, RequirementResult } from '../conformance/core/model/report.ts'
import type { Aside } from './aside.ts'

/** Lists the requirements that are not in the edition of a report, with what was seen of each. No verdict counts them. */
export function notInEditionAside({ edition = '', requirements }: Report): Aside {
  const outside = requirements.filter(({ notInEdition }) => notInEdition === true)
  return { title: `Not in edition ${edition}, and in no verdict`, lines: outside.map(seenInWords) }
}

function seenInWords({ id, statement, operations }: RequirementResult): string {
  const judged = operations.filter(({ verdict }) => verdict !== 'skipped')
  const failed = judged.filter(({ findingsTotal }) => findingsTotal > 0).map(({ operation }) => operation)
  if (failed.length > 0) return `${id}: failed on ${failed.join(', ')}. ${statement}`
  return `${id}: ${judged.length > 0 ? 'passed' : 'not tested'}. ${statement}`
}
