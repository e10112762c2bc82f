import { exclusionBy } from '../config/selection.ts'
import type { OperationResult, RequirementResult } from '../model/report.ts'
import type { Catalogue } from '../model/suite.ts'
import type { Selection } from '../record/evidence/frame.ts'

/** Tells whether a run covers a result. */
export type LooksAt = (requirement: Pick<RequirementResult, 'id'>, result: OperationResult) => boolean

/** Returns a function that tells whether a selection covers a result. */
export function lookingAt(selection: Selection, { requirements }: Catalogue): LooksAt {
  const exclusion = exclusionBy(selection)
  const byId = new Map(requirements.map((one) => [one.id, one]))
  return ({ id }, { operation }) => {
    const requirement = byId.get(id)
    return requirement !== undefined && exclusion(requirement, operation) === undefined
  }
}
