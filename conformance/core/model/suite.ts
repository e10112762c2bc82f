import type { AreaArbitraries } from './arbitraries.ts'
import type { Feature, FeaturesOfArea } from './feature.ts'
import type { Declarable, Operation, Template } from './operation.ts'
import type { Probe } from './plan.ts'
import type { Requirement } from './requirement.ts'
import type { Area } from './vocabulary.ts'

/** Everything about one area: its operations, requirements, templates and probes. */
export interface AreaSuite<R extends Requirement = Requirement> {
  readonly area: Area
  readonly operations: readonly Operation[]
  readonly requirements: readonly R[]
  readonly templates: readonly Template[]
  readonly probes: readonly Probe[]
  /** Loads the generators of its requests; absent if those have no choices. */
  readonly arbitraries?: () => Promise<AreaArbitraries>
  /** Requests for capabilities that no template needs alone; absent if there are none. */
  readonly declarable?: readonly Declarable[]
  /** Its features as clients name them, in the order of reports. */
  readonly features: readonly Feature[]
}

/** Everything about all areas. */
export interface Catalogue {
  /** The edition whose levels the requirements have; absent if they have their own, as in the selftest. */
  readonly edition?: string
  readonly operations: readonly Operation[]
  readonly requirements: readonly Requirement[]
  readonly templates: readonly Template[]
  readonly probes: readonly Probe[]
  /** Requests for capabilities that no template needs alone; absent if there are none. */
  readonly declarable?: readonly Declarable[]
  /** The features of each area; absent if there are none. */
  readonly featuresOf?: FeaturesOfArea
  /** The generators of each area's requests. */
  readonly drawing?: ReadonlyMap<Area, () => Promise<AreaArbitraries>>
}
