import { toolIdentity } from '../../../core/files/tool-identity.ts'
import { requirementOf } from '../../../core/model/requirement.ts'
import type { Catalogue } from '../../../core/model/suite.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import { unknownInWords } from '../../recorded/added-requirements.ts'
import type { FormerRun } from './cases-in-evidence.ts'

/**
 * Throws a `UsageError` if the earlier run tested a requirement that the catalogue lacks. A replay would not judge it, and
 * would say that a case passes that failed.
 */
export function rejectUnknownRequirements(
  { header }: Pick<FormerRun, 'header'>,
  ids: readonly string[],
  catalogue: Catalogue,
): void {
  const tested = [...(header.addedRequirements ?? []), ...(header.aims ?? []).map(requirementOf)]
  const unknown = unknownInWords(tested, catalogue)
  if (unknown === undefined) return
  const { name, version } = header.tool
  const isOfAnother = version !== toolIdentity().version
  const remedy = isOfAnother ? `; otherwise replay with ${name} ${version}, which made the evidence` : ''
  throw new UsageError(`--replay ${ids[0]}: ${unknown}${remedy}`)
}
