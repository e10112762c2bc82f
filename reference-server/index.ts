import type { Endpoint } from '../conformance/core/model/vocabulary.ts'
import { mostBodyBytes } from '../conformance/core/server/body.ts'
import { openFront } from '../conformance/core/server/front.ts'
import type { Alterations } from './alterations.ts'
import { startDifferences } from './faults/differences.ts'
import type { Fault, Showing } from './faults/fault.ts'
import { faultAskedFor } from './faults/index.ts'
import { pictureUrls } from './images/urls.ts'
import { type AppModules, loadApp } from './load-app.ts'
import type { ModelName } from './model-names.ts'
import type { LoggedRequest, SizeLimits } from './published.ts'
import type { Route } from './route.ts'
import type { ServerState } from './state.ts'
import { openTokens, type TokenSettings } from './tokens.ts'

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

const megabyte = 2 ** 20
/**
 * Limits above those of section 8: room for inline media, and for two images of 25 MB plus a margin in which the server
 * can still report their size.
 */
const generousLimits: SizeLimits = { jsonBytes: 32 * megabyte, formBytes: 96 * megabyte }
/** The time in milliseconds that requests in flight may take when the server closes. */
const grace = 1000
/**
 * Starts the reference server. It follows the specification exactly, except for its faults. `more` are routes that are
 * not in the specification.
 */
export async function startReferenceServer(
  options: ServerOptions = {},
  more: readonly Route[] = [],
): Promise<ReferenceServer> {
  const { port = 0, host = '127.0.0.1' } = options
  const { createApp, formReader } = await loadApp()
  const state = stateOf(options, formReader)
  const front = await openFront({
    name: 'mgi serve',
    port,
    host,
    answer: createApp(state, more).callback(),
    ...(options.onFault === undefined ? {} : { onFault: options.onFault }),
  })
  return {
    url: front.url,
    showings: () => showingsOf(state),
    differences: () => new Map(state.differences?.counts),
    close: () => front.close(grace).then(state.forms.close),
  }
}

function stateOf(options: ServerOptions, formReader: AppModules['formReader']): ServerState {
  const limits = { ...generousLimits, ...options.limits }
  const faults = (options.faults ?? []).map((one) =>
    typeof one === 'string' ? faultAskedFor(one, options.faultSeed ?? 1, options.on) : one,
  )
  return {
    tokens: openTokens(options.keys ?? ['test-key']),
    pictures: pictureUrls(),
    faults,
    alterations: [...faults, options.alterations ?? {}],
    ...(options.countsDifferences === true ? { differences: startDifferences(faults) } : {}),
    limits,
    modelNames: options.modelNames ?? [],
    forms: formReader(limits.formBytes),
    bodies: { most: mostBodyBytes, held: 0 },
    cors: options.cors,
    onRequest: options.onRequest,
    onFault: options.onFault,
    now: options.now ?? Date.now,
    counts: new Map(),
    requestsBefore: options.requestsBefore ?? 0,
  }
}

function showingsOf({ faults }: ServerState): readonly Showing[] {
  return faults.flatMap(({ showing }) => (showing === undefined ? [] : [showing()]))
}
