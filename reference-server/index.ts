import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Endpoint } from '../conformance/model/vocabulary.ts'
import { startDifferences } from './faults/differences.ts'
import type { Fault, Showing } from './faults/fault.ts'
import { faultAskedFor } from './faults/index.ts'
import { pictureUrls } from './images/urls.ts'
import { type AppModules, loadApp } from './load-app.ts'
import type { ModelName } from './model-names.ts'
import type { LoggedRequest, SizeLimits } from './published.ts'
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
  /** The default, 0, is any free port. */
  readonly port?: number
  readonly host?: string
  /** The accepted keys, `test-key` by default. Settings give a key a quota, models and an expiry. */
  readonly keys?: readonly (string | TokenSettings)[]
  /**
   * Faults, or ids of `faults` or of triggers. `@N/M` after an id makes a fault show in N of every M requests that it
   * can affect.
   */
  readonly faults?: readonly (string | Fault)[]
  /** The only operation on which the faults show. By default each shows on all that it affects. */
  readonly on?: Endpoint
  /** True to count the responses that each fault changes beside the others. */
  readonly countsDifferences?: boolean
  /** The seed of faults that show now and then; 1 by default. */
  readonly faultSeed?: number
  /** Returns milliseconds since 1970. */
  readonly now?: () => number
  readonly limits?: Partial<SizeLimits>
  /**
   * The number of requests that each operation starts with, 0 by default. Ids are made from it: servers that stand in
   * for one target give different ids if their numbers are far apart.
   */
  readonly requestsBefore?: number
  /** Names that clients use for the models. A response has the name from its request. */
  readonly modelNames?: readonly ModelName[]
  /** An origin whose pages may read the responses, `*` for all. By default none may. */
  readonly cors?: string
  /** Called after each request was answered. */
  readonly onRequest?: (request: LoggedRequest) => void
}

/** A running server. */
export interface ReferenceServer {
  /** Its base URL, without a trailing slash. */
  readonly url: string
  /** Returns the counts of the faults that show now and then. */
  showings(): readonly Showing[]
  /** Returns the number of responses that each fault changed, if they are counted. */
  differences(): ReadonlyMap<string, number>
  /** Stops listening, gives requests in flight a moment to finish, then ends them. */
  close(): Promise<void>
}

const megabyte = 2 ** 20
/**
 * More than section 8 allows in a request: inline media, or two images of 25 MB with room to report that they are too
 * large.
 */
const generousLimits: SizeLimits = { jsonBytes: 32 * megabyte, formBytes: 96 * megabyte }
/** Milliseconds for requests in flight when the server closes. */
const grace = 1000
/** Milliseconds that an idle connection stays open: longer than in clients, so that none is closed under a request. */
const keepAlive = 65_000

/** Starts the reference server. It follows the specification exactly, except for its faults. */
export async function startReferenceServer(options: ServerOptions = {}): Promise<ReferenceServer> {
  const { port = 0, host = '127.0.0.1' } = options
  const { createApp, formReader } = await loadApp()
  const state = stateOf(options, formReader)
  const server = createServer(createApp(state).callback())
  server.keepAliveTimeout = keepAlive
  await listening(server, port, host)
  return {
    url: urlOf(server),
    showings: () => showingsOf(state),
    differences: () => new Map(state.differences?.counts),
    close: () => closed(server).then(state.forms.close),
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
    ...(options.countsDifferences === true ? { differences: startDifferences(faults) } : {}),
    limits,
    modelNames: options.modelNames ?? [],
    forms: formReader(limits.formBytes),
    cors: options.cors,
    onRequest: options.onRequest,
    now: options.now ?? Date.now,
    counts: new Map(),
    requestsBefore: options.requestsBefore ?? 0,
  }
}

function showingsOf({ faults }: ServerState): readonly Showing[] {
  return faults.flatMap(({ showing }) => (showing === undefined ? [] : [showing()]))
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const impatience = setTimeout(() => server.closeAllConnections(), grace)
    server.close(() => {
      clearTimeout(impatience)
      resolve()
    })
    server.closeIdleConnections()
  })
}
