import type { Declarable, Operation, Template } from './operation.ts'
import type { Probe } from './plan.ts'
import type { Requirement } from './requirement.ts'
import type { Area } from './vocabulary.ts'

/** A file that requests upload, by a name for people: what a plan on disk says instead of its bytes. */
export type NamedFiles = ReadonlyMap<string, () => Uint8Array | readonly Uint8Array[]>

/** All that one area brings: what it can recognise, what it requires, and what to send to find out. */
export interface AreaSuite<R extends Requirement = Requirement> {
  readonly area: Area
  readonly operations: readonly Operation[]
  readonly requirements: readonly R[]
  readonly templates: readonly Template[]
  readonly probes: readonly Probe[]
  /** Requests for abilities that no template has alone; absent where there are none. */
  readonly declarable?: readonly Declarable[]
  /** The files that its requests upload; absent where they upload none. */
  readonly files?: NamedFiles
}

/** Everything the suite knows, of all areas. */
export interface Catalogue {
  readonly operations: readonly Operation[]
  readonly requirements: readonly Requirement[]
  readonly templates: readonly Template[]
  readonly probes: readonly Probe[]
  /** Requests for abilities that no template has alone; absent where there are none. */
  readonly declarable?: readonly Declarable[]
  /** The files that requests upload. */
  readonly files?: NamedFiles
  /** Identifies the requirements and the schemas that committed plans are made from; absent where no such plan is meant. */
  readonly digest?: string
}
