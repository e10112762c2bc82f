import type { AreaArbitraries } from './arbitraries.ts'
import type { Declarable, Operation, Template } from './operation.ts'
import type { Probe } from './plan.ts'
import type { Requirement } from './requirement.ts'
import type { Area } from './vocabulary.ts'

/** All that one area brings: what it can recognise, what it requires, and what to send to find out. */
export interface AreaSuite<R extends Requirement = Requirement> {
  readonly area: Area
  readonly operations: readonly Operation[]
  readonly requirements: readonly R[]
  readonly templates: readonly Template[]
  readonly probes: readonly Probe[]
  /** Loads the arbitraries of its requests; absent if they leave no choice. */
  readonly arbitraries?: () => Promise<AreaArbitraries>
  /** Requests for abilities that no template has alone; absent where there are none. */
  readonly declarable?: readonly Declarable[]
}

/** Everything the suite knows, of all areas. */
export interface Catalogue {
  readonly operations: readonly Operation[]
  readonly requirements: readonly Requirement[]
  readonly templates: readonly Template[]
  readonly probes: readonly Probe[]
  /** Requests for abilities that no template has alone; absent where there are none. */
  readonly declarable?: readonly Declarable[]
  /** The arbitraries of each area. */
  readonly drawing?: ReadonlyMap<Area, () => Promise<AreaArbitraries>>
}
