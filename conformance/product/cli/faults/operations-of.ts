import { type Fault, faults } from '../../../../reference-server/index.ts'
import { operationsOf, type Requirement, resultKey } from '../../../core/model/requirement.ts'
import { type Endpoint, endpoints } from '../../../core/model/vocabulary.ts'
import { catalogue } from '../../../specification/catalogue.ts'

export const requirements: ReadonlyMap<string, Requirement> = new Map(
  catalogue.requirements.map((one) => [one.id, one]),
)

/** The part of a fault that states its operations. */
type Touching = Pick<Fault, 'on'>

/** Returns the operations on which a fault breaks a requirement: those of the requirement that the fault affects. */
export function brokenOn({ on }: Touching, requirement: string): readonly Endpoint[] {
  const known = requirements.get(requirement)
  return known === undefined ? [] : operationsOf(known).filter((operation) => on?.includes(operation) ?? true)
}

/** Returns the results that a fault breaks, as `requirement@operation`. */
export function resultsOf(fault: Touching, broken: readonly string[]): readonly string[] {
  return broken.flatMap((id) => brokenOn(fault, id).map((operation) => resultKey(id, operation)))
}

/** Returns the operations on which a fault shows, in the order of the specification. */
export function shownOn(fault: Touching & Pick<Fault, 'breaks'>): readonly Endpoint[] {
  const shown = new Set(fault.breaks.flatMap((requirement) => brokenOn(fault, requirement)))
  return endpoints.filter((operation) => shown.has(operation))
}

/**
 * Returns the operations to which a fault can be limited so that it still breaks something; none for a fault of no
 * operation.
 */
export function limitableTo(id: string): readonly Endpoint[] {
  const fault = faults.get(id)
  return fault === undefined || fault.notLimited !== undefined ? [] : shownOn(fault)
}
