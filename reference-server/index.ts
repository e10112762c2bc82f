import type { Endpoint } from '../conformance/core/model/vocabulary.ts'
import type { Alterations } from './alterations.ts'
import type { Fault, Showing } from './faults/fault.ts'
import type { ModelName } from './model-names.ts'
import type { LoggedRequest, SizeLimits } from './published.ts'
import { serveRoutes } from './serve-routes.ts'
import type { TokenSettings } from './tokens.ts'

export type { Fault, Showing, TriggerFacts } from './faults/fault.ts'
export { type FaultSelector, longestCycle, readFaultSelector } from './faults/fault-selector.ts'
export { faultById, faults, triggerFaults } from './faults/index.ts'
export { mostTriggers, triggerClasses } from './faults/triggers/index.ts'
export type { ModelLabel, ModelName } from './model-names.ts'
export { type LoggedRequest, MissingPackages } from './published.ts'
export type { TokenSettings } from './tokens.ts'

/** The options of a reference server. */
export interface ServerOptions {
  /** The port. The default 0 selects any free port. */
  readonly port?: number
  readonly host?: string
  /** The accepted keys, `test-key` by default. Settings give a key a quota, models and an expiry. */
  readonly keys?: readonly (string | TokenSettings)[]
  /**
   * The faults, or the ids of faults or triggers. `@N/M` after an id makes a fault show in N of every M requests that
   * it can affect.
   */
  readonly faults?: readonly (string | Fault)[]
  /** Further changes to responses, after those of the faults. */
  readonly alterations?: Alterations
  /** The only operation on which the faults show. By default each shows on all operations that it affects. */
  readonly on?: Endpoint
  /** True to count for each fault the responses that would differ without it. */
  readonly countsDifferences?: boolean
  /** The seed of intermittent faults; 1 by default. */
  readonly faultSeed?: number
  /** Returns milliseconds since 1970. */
  readonly now?: () => number
  readonly limits?: Partial<SizeLimits>
  /**
   * The number of earlier requests to each operation, 0 by default. Ids are derived from it: servers that act as one
   * target get different ids if their numbers are far apart.
   */
  readonly requestsBefore?: number
  /** Names that clients use for the models. A response repeats the name from its request. */
  readonly modelNames?: readonly ModelName[]
  /** An origin whose pages may read the responses, or `*` for all. By default no page may. */
  readonly cors?: string
  /** Called after each request was answered. */
  readonly onRequest?: (request: LoggedRequest) => void
  /** Called with each exception that ended a request with status 500. */
  readonly onFault?: (error: unknown) => void
}

/** A running server. */
export interface ReferenceServer {
  /** Its base URL, without a trailing slash. */
  readonly url: string
  /** Returns the counts of intermittent faults. */
  showings(): readonly Showing[]
  /** Returns the number of responses that each fault changed, if `countsDifferences` is set. */
  differences(): ReadonlyMap<string, number>
  /** Stops listening, waits a moment for requests in flight, and then ends them. */
  close(): Promise<void>
}

/** Starts the reference server. It follows the specification exactly, except for its faults. */
export function startReferenceServer(options: ServerOptions = {}): Promise<ReferenceServer> {
  return serveRoutes(options, [])
}
