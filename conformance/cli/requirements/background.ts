import type { Requirement } from '../../model/requirement.ts'
import { faultsDetectedBy } from '../../traceability/detecting-faults.ts'
import { interpretations } from '../../traceability/interpretations.ts'
import { type Place, rowsFor } from '../../traceability/specification-map.ts'

/** Where a requirement comes from and what keeps it honest. */
export interface Background {
  /** The sentences of the specification that it judges, in our own words. */
  readonly sentences: readonly Place[]
  /** What its interpretation says. */
  readonly interpretationText: string | undefined
  /** The faults of the reference server that it catches, those of its own first. */
  readonly faults: readonly string[]
}

/** The background of some requirements. The reference server is only loaded here: a plain list needs none of it. */
export async function backgrounds(requirements: readonly Requirement[]): Promise<readonly Background[]> {
  const { faults } = await import('../../../reference-server/faults/index.ts')
  return requirements.map((requirement) => ({
    sentences: rowsFor(requirement),
    interpretationText: requirement.interpretation && interpretations()[requirement.interpretation],
    faults: faultsDetectedBy(requirement.id, faults.values()).map((fault) => fault.id),
  }))
}
