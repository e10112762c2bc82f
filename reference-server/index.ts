import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Endpoint } from '../conformance/model/vocabulary.ts'
import { startDifferences } from './faults/differences.ts'
import type { Fault, Showing } from './faults/fault.ts'
import { faultAskedFor } from './faults/index.ts'
import { pictureUrls } from './images/urls.ts'
import type { Limits } from './limits.ts'
import { type AppModules, loadApp } from './load-app.ts'
import type { LoggedRequest } from './logged-request.ts'
import type { ModelName } from './model-names.ts'
import type { ServerState } from './state.ts'
import { openTokens, type TokenSettings } from './tokens.ts'

export type { Fault, Showing, TriggerFacts } from './faults/fault.ts'
export { type FaultSelector, longestCycle, readFaultSelector } from './faults/fault-selector.ts'
export { faultById, faults, triggerFaults } from './faults/index.ts'
export { mostTriggers, triggerClasses } from './faults/triggers/index.ts'
export type { LoggedRequest } from './logged-request.ts'
export { MissingPackages } from './missing-packages.ts'
export type { ModelLabel, ModelName } from './model-names.ts'
export type { TokenSettings } from './tokens.ts'

/** How a reference server is started. */
export interface ServerOptions {
  /** 0, the default, is any free port. */
  readonly port?: number
  readonly host?: string
  /** The keys it lets in, `test-key` by default; as settings they may have quotas, models and an end. */
  readonly keys?: readonly (string | TokenSettings)[]
  /** Faults, or ids of `faults` or of triggers, with `@N/M` after an id for a fault that shows in N of every M requests it can break. */
  readonly faults?: readonly (string | Fault)[]
  /** The one operation on which the faults show; by default each shows on all that it touches. */
  readonly on?: Endpoint
  /** Whether to count in how many answers each fault makes a difference beside the others. */
  readonly countsDifferences?: boolean
  /** What those that show now and then are drawn from; 1 by default. */
  readonly faultSeed?: number
  /** Milliseconds since 1970. */
  readonly now?: () => number
  readonly limits?: Partial<Limits>
  /**
   * The number of requests that each operation is said to have had, by default 0. Ids are made from it: servers that stand in
   * for one target give different ids if their numbers are far apart.
   */
  readonly requestsBefore?: number
  /** Names that clients have for the models; what is answered has the name that was asked for. */
  readonly modelNames?: readonly ModelName[]
  /** An origin whose pages may read the answers, `*` for all; by default none may. */
  readonly cors?: string
  /** Is told of each request once it was answered. */
  readonly onRequest?: (request: LoggedRequest) => void
}

/** A server that listens. */
export interface ReferenceServer {
  /** Its base URL, without a slash at the end. */
  readonly url: string
  /** What the faults that show now and then have had to break so far, and broke. */
  showings(): readonly Showing[]
  /** In how many answers each fault made a difference so far, where that is counted. */
  differences(): ReadonlyMap<string, number>
  /** Stops listening, lets requests in flight end for a moment, then ends them. */
  close(): Promise<void>
}

const megabyte = 2 ** 20
/** Beyond what section 8 lets a request hold: inline media, and two images of 25 MB with room to be told they are too large. */
const generousLimits: Limits = { jsonBytes: 32 * megabyte, formBytes: 96 * megabyte }
/** Milliseconds for requests in flight when the server closes. */
const grace = 1000
/** Milliseconds an idle connection stays open: longer than clients keep theirs, so none is closed under a request. */
const keepAlive = 65_000

/** Starts the reference server: the whole document, kept exactly, but for the faults it is started with. */
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
    ...(options.cors === undefined ? {} : { cors: options.cors }),
    ...(options.onRequest === undefined ? {} : { onRequest: options.onRequest }),
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
