import { exclusionBy } from '../config/selection.ts'
import type { OperationResult, RequirementResult } from '../model/report.ts'
import type { Catalogue } from '../model/suite.ts'
import type { Selection } from '../record/evidence/frame.ts'

/** Whether a run says something about a result. */
export type LooksAt = (requirement: Pick<RequirementResult, 'id'>, result: OperationResult) => boolean

/** What a run with that selection looks at. */
export function lookingAt(selection: Selection, { requirements }: Catalogue): LooksAt {
  const exclusion = exclusionBy(selection)
  const byId = new Map(requirements.map((one) => [one.id, one]))
  return ({ id }, { operation }) => {
    const requirement = byId.get(id)
    return requirement !== undefined && exclusion(requirement, operation) === undefined
  }
}
