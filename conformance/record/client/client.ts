import { setMaxListeners } from 'node:events'
import {
  type Exchange,
  type Facet,
  facets,
  header,
  leftOpen,
  type RecordedRequest,
  type RecordedResponse,
  type Redirect,
} from '../../model/exchange.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { type Attempt, dispatch, type Line } from './dispatch.ts'
import { type BytesInFlight, bytesInFlight } from './in-flight.ts'
import { type Names, type Outgoing, outgoing } from './names.ts'
import { endedBy, troubleOf } from './network-trouble.ts'
import { openPool, type PoolOptions, type Way } from './pool.ts'

/** How the target is spoken to. */
export interface ClientOptions extends Pick<PoolOptions, 'tls' | 'proxy' | 'env'> {
  /** The target's base URL; a path in it comes before every request's path. */
  readonly baseUrl: string
  readonly names: Names
  /** Milliseconds that a whole exchange may take, connection and redirects included. */
  readonly timeoutMs: number
  /** The most bytes of one response body that are read; it may depend on what was asked for. */
  readonly maxResponseBytes: number | ((request: RecordedRequest) => number)
  /** The `type` of the event that ends the stream that a request asks for; by default a stream ends with its connection. */
  readonly lastEvent?: (request: RecordedRequest) => string | undefined
  /** Milliseconds in which the target may close the connection after that event; by default a second. */
  readonly graceMs?: number
  /** Room in memory for large response bodies, for all clients of a run; by default 64 MiB for each client. */
  readonly inFlight?: BytesInFlight
  /** Milliseconds on a clock that never goes back; by default the process's. */
  readonly now?: () => number
  /** When on that clock the run began; by default this client does with it. Clients whose exchanges are compared share it. */
  readonly epoch?: number
  /** What the client calls itself. */
  readonly userAgent?: string
}

/** Turns requests into exchanges. */
export interface Client {
  /**
   * Sends one request. Network trouble becomes part of the exchange; it is never thrown. Requests with the same `connection`
   * are sent on one connection, as long as the target keeps it open.
   */
  send(request: RecordedRequest, id: string, signal?: AbortSignal, connection?: string): Promise<Exchange>
  /** Ends all connections. */
  close(): Promise<void>
}

const mostRedirects = 5
/** Bytes of large bodies in memory at once, unless the caller says otherwise. */
export const usualRoom = 64 * 1024 * 1024
/** A conforming target closes the connection, or ends the response, right after the last event. */
const usualGraceMs = 1000
/** The content codings that judges can undo; what a request itself says about codings goes before. */
const offer = ['accept-encoding', 'gzip, deflate, br'] as const

/** A client for one target. */
export function createClient(options: ClientOptions): Client {
  const now = options.now ?? (() => performance.now())
  const epoch = options.epoch ?? now()
  const pool = openPool(options)
  const inFlight = options.inFlight ?? bytesInFlight(usualRoom)
  const never = new AbortController().signal
  // Every request under way listens to it: many listeners are no leak here.
  setMaxListeners(0, never)
  return {
    async send(planned, id, signal = never, connection) {
      const request = offering(planned)
      const start = now()
      const elapsed = (): number => rounded(now() - start)
      const deadline = startDeadline(options.timeoutMs, signal)
      const maxResponseBytes = mostBytesOf(request, options)
      try {
        const way: Way = (url) => pool.way(url, connection)
        const closing = closingOf(planned, options)
        const line = { way, inFlight, deadline, maxResponseBytes, elapsed, ...(closing && { closing }) }
        const journey = await travel(request, line, options)
        const times = { startedAt: rounded(start - epoch), durationMs: elapsed() }
        return { id, source: 'runner', captured: facetsOf(journey), ...times, request, ...outcome(journey, deadline) }
      } finally {
        deadline.release()
      }
    },
    close: pool.close,
  }
}

/** The request with the codings it offers: part of what is recorded, for what came back is judged by it. */
function offering(request: RecordedRequest): RecordedRequest {
  if (header(request.headers, offer[0]) !== undefined) return request
  return { ...request, headers: [...request.headers, offer] }
}

/** A recorded request as it was planned: without the codings that this client offered. */
export function withoutOffer(request: RecordedRequest): RecordedRequest {
  return { ...request, headers: request.headers.filter(([name, value]) => name !== offer[0] || value !== offer[1]) }
}

function mostBytesOf(request: RecordedRequest, { maxResponseBytes }: ClientOptions): number {
  return typeof maxResponseBytes === 'number' ? maxResponseBytes : maxResponseBytes(request)
}

function closingOf(request: RecordedRequest, { lastEvent, graceMs = usualGraceMs }: ClientOptions): Line['closing'] {
  const type = lastEvent?.(request)
  return type === undefined ? undefined : { lastEvent: type, graceMs }
}

function facetsOf({ isJoined }: Attempt): readonly Facet[] {
  return isJoined === true ? facets.filter((facet) => facet !== 'chunks') : facets
}

interface Journey extends Attempt {
  readonly redirects: readonly Redirect[]
}

async function travel(recorded: RecordedRequest, line: Line, options: ClientOptions): Promise<Journey> {
  const request = named(outgoing(recorded, options.names), options.userAgent)
  const redirects: Redirect[] = []
  let url = below(new URL(options.baseUrl), request.path)
  for (;;) {
    const made = await dispatch(url, request, line)
    const next = made.error === undefined ? redirectOf(request.method, url, made.response) : undefined
    if (next === undefined || redirects.length === mostRedirects) return { ...made, redirects }
    redirects.push({ status: made.response!.status, location: next.pathname + next.search })
    url = next
  }
}

function named(request: Outgoing, userAgent = 'model-gateway-conformance'): Outgoing {
  if (request.headers.some(([name]) => name.toLowerCase() === 'user-agent')) return request
  return { ...request, headers: [...request.headers, ['user-agent', userAgent]] }
}

type Outcome = Pick<Exchange, 'response' | 'ended' | 'trouble' | 'redirects'>

function outcome({ response, error, redirects, isClosing }: Journey, { stopped }: Deadline): Outcome {
  const seen = { response, ...(redirects.length === 0 ? {} : { redirects }) }
  if (error === undefined) return { ...seen, ended: stopped === 'too-large' ? stopped : 'complete' }
  if (stopped === 'timeout' && isClosing) return { ...seen, ended: 'complete', trouble: leftOpen }
  if (stopped !== undefined) return { ...seen, ended: stopped }
  const trouble = troubleOf(error)
  if (trouble === undefined) throw error
  return { ...seen, ended: endedBy(trouble), trouble }
}

/** Microseconds are as fine as the evidence needs. */
function rounded(milliseconds: number): number {
  return Math.max(0, Math.round(milliseconds * 1000) / 1000)
}

/** The address of a path below a base URL that may have a path of its own. */
function below(base: URL, path: string): URL {
  const prefix = base.pathname.replace(/\/+$/, '')
  return new URL(base.origin + prefix + path)
}

const redirecting: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * Where a response to a GET sends the client on, if that is on the same origin (interpretation G14).
 * Anywhere else is not followed: a credential never travels to a stranger.
 */
function redirectOf(method: string, from: URL, response: RecordedResponse | null): URL | undefined {
  if (method !== 'GET' || response === null || !redirecting.has(response.status)) return undefined
  const location = header(response.headers, 'location')
  if (location === undefined || !URL.canParse(location, from.href)) return undefined
  const target = new URL(location, from.href)
  return target.origin === from.origin && target.username === '' && target.password === '' ? target : undefined
}
