import { type Fault, faults } from '../../reference-server/index.ts'
import { catalogue } from '../catalogue.ts'
import { operationsOf, type Requirement, resultKey } from '../model/requirement.ts'
import { type Endpoint, endpoints } from '../model/vocabulary.ts'

const requirements: ReadonlyMap<string, Requirement> = new Map(catalogue.requirements.map((one) => [one.id, one]))

/** What says which operations a fault touches. */
type Touching = Pick<Fault, 'on'>

/**
 * The operations on which a fault breaks a requirement: those that the requirement is about, as far as the fault
 * touches them.
 */
export function brokenOn({ on }: Touching, requirement: string): readonly Endpoint[] {
  const known = requirements.get(requirement)
  return known === undefined ? [] : operationsOf(known).filter((operation) => on?.includes(operation) ?? true)
}

/** The results that a fault breaks, as `requirement@operation`. */
export function resultsOf(fault: Touching, broken: readonly string[]): readonly string[] {
  return broken.flatMap((id) => brokenOn(fault, id).map((operation) => resultKey(id, operation)))
}

/** The requirement of a result. */
export function requirementOf(result: string): string {
  return result.slice(0, result.lastIndexOf('@'))
}

/** The operations on which a fault shows, in the order of the specification. */
export function shownOn(fault: Touching & Pick<Fault, 'breaks'>): readonly Endpoint[] {
  const shown = new Set(fault.breaks.flatMap((requirement) => brokenOn(fault, requirement)))
  return endpoints.filter((operation) => shown.has(operation))
}

/** The operations to which a fault can be limited, each to leave something broken; none for a fault of no operation. */
export function limitableTo(id: string): readonly Endpoint[] {
  const fault = faults.get(id)
  return fault === undefined || fault.notLimited !== undefined ? [] : shownOn(fault)
}
