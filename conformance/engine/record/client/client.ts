import { setMaxListeners } from 'node:events'
import { offering } from '../../../core/model/envelope.ts'
import {
  connectionLeftOpen,
  type Exchange,
  type Facet,
  facets,
  header,
  type RecordedRequest,
  type RecordedResponse,
  type Redirect,
  withModels,
} from '../../../core/model/exchange.ts'
import type { StreamEnds } from '../../../core/model/operation.ts'
import { leavesBase } from '../../../core/server/front.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { type Attempt, dispatch, type Line } from './dispatch.ts'
import { type BytesInFlight, bytesInFlight } from './in-flight.ts'
import { type Names, type Outgoing, outgoing } from './names.ts'
import { endedBy, troubleOf } from './network-trouble.ts'
import { openPool, type PoolOptions, type Way } from './pool.ts'

export interface ClientOptions extends Pick<PoolOptions, 'tls' | 'proxy' | 'env'> {
  /** The base URL of the target. Its path precedes the path of every request. */
  readonly baseUrl: string
  readonly names: Names
  /** The time limit of a whole exchange in milliseconds, including connection and redirects. */
  readonly timeoutMs: number
  /** The most bytes of a response body that are read. The limit may depend on the request. */
  readonly maxResponseBytes: number | ((request: RecordedRequest) => number)
  /**
   * Returns the events that begin and end the stream of a request; by default a stream ends with its connection.
   */
  readonly streamEnds?: (request: RecordedRequest) => StreamEnds | undefined
  /** Milliseconds after that event in which the target may close the connection. Defaults to 1000. */
  readonly graceMs?: number
  /** Memory for large response bodies, shared by all clients of a run. Defaults to 64 MiB for each client. */
  readonly inFlight?: BytesInFlight
  /** Returns milliseconds on a monotonic clock. Defaults to the clock of the process. */
  readonly now?: () => number
  /**
   * The start of the run on that clock. Defaults to the creation of this client. Clients whose exchanges are compared
   * must share it.
   */
  readonly epoch?: number
  readonly userAgent?: string
}

/** The way to send one request. */
export interface SendOptions {
  /** Requests with the same name share a connection, as long as the target keeps it open. */
  readonly connection?: string | undefined
  /** Set to go away from a 2xx once the first bytes of its body arrived. The exchange then ends as `cancelled`. */
  readonly goesAway?: true | undefined
}

/** Sends requests and returns exchanges. */
export interface Client {
  /** Sends one request. Network errors become part of the exchange and are never thrown. */
  send(request: RecordedRequest, id: string, signal?: AbortSignal, way?: SendOptions): Promise<Exchange>
  /** Closes all connections. */
  close(): Promise<void>
}

const mostRedirects = 5
/** The default limit of bytes of large bodies in memory at the same time. */
export const usualRoom = 64 * 1024 * 1024
/**
 * The default of `graceMs`. A conforming target closes the connection, or ends the response, right after the last
 * event.
 */
const usualGraceMs = 1000

/** Creates a client for one target. */
export function createClient(options: ClientOptions): Client {
  const now = options.now ?? (() => performance.now())
  const epoch = options.epoch ?? now()
  const pool = openPool(options)
  const inFlight = options.inFlight ?? bytesInFlight(usualRoom)
  const never = new AbortController().signal
  // Every request under way listens to this signal, so many listeners are no leak.
  setMaxListeners(0, never)
  return {
    async send(planned, id, signal = never, { connection, goesAway } = {}) {
      const request = offering(planned)
      const start = now()
      const elapsed = (): number => rounded(now() - start)
      const deadline = startDeadline(options.timeoutMs, signal)
      const maxResponseBytes = mostBytesOf(request, options)
      try {
        const way: Way = (url) => pool.way(url, connection)
        const closing = closingOf(planned, options)
        const { connections } = pool
        const line = {
          way,
          connections,
          inFlight,
          deadline,
          maxResponseBytes,
          elapsed,
          goesAway,
          ...(closing && { closing }),
        }
        const journey = await travel(request, line, options)
        const times = { startedAt: rounded(start - epoch), durationMs: elapsed() }
        const told = { captured: facetsOf(journey), ...times, request, ...outcome(journey, deadline) }
        return withModels({ id, source: 'runner', ...told }, options.names.models)
      } finally {
        deadline.release()
      }
    },
    close: pool.close,
  }
}

function mostBytesOf(request: RecordedRequest, { maxResponseBytes }: ClientOptions): number {
  return typeof maxResponseBytes === 'number' ? maxResponseBytes : maxResponseBytes(request)
}

function closingOf(request: RecordedRequest, { streamEnds, graceMs = usualGraceMs }: ClientOptions): Line['closing'] {
  const ends = streamEnds?.(request)
  return ends && { ...ends, graceMs }
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

type Outcome = Pick<Exchange, 'connection' | 'response' | 'ended' | 'trouble' | 'redirects'>

function outcome({ response, error, redirects, isClosing, connection }: Journey, { stopped }: Deadline): Outcome {
  const shared = connection === undefined ? {} : { connection }
  const seen = { response, ...shared, ...(redirects.length === 0 ? {} : { redirects }) }
  if (error === undefined) return { ...seen, ended: stopped === 'too-large' ? stopped : 'complete' }
  if (stopped === 'timeout' && isClosing) return { ...seen, ended: 'complete', trouble: connectionLeftOpen }
  if (stopped !== undefined) return { ...seen, ended: stopped }
  const trouble = troubleOf(error)
  if (trouble === undefined) throw error
  return { ...seen, ended: endedBy(trouble), trouble }
}

/** Rounds to microseconds, which is precise enough for the evidence. */
export function rounded(milliseconds: number): number {
  return Math.max(0, Math.round(milliseconds * 1000) / 1000)
}

/**
 * Returns the URL of a path below a base URL, which may have a path of its own. Evidence of others is replayed with the
 * user's key, so its paths must not name another host: `http://gateway` and `@elsewhere/` would.
 */
function below(base: URL, path: string): URL {
  const prefix = base.pathname.replace(/\/+$/, '')
  if (!path.startsWith('/') || leavesBase(path, prefix))
    throw new UsageError(
      `${JSON.stringify(path.slice(0, 100))} is not a path below ${base.href}; nothing is sent there`,
    )
  return new URL(base.origin + prefix + path)
}

const redirecting: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * Returns the target of a redirect of a GET, if it has the same origin (interpretation G14). Other redirects are not
 * followed, so that credentials never reach another server.
 */
function redirectOf(method: string, from: URL, response: RecordedResponse | null): URL | undefined {
  if (method !== 'GET' || response === null || !redirecting.has(response.status)) return undefined
  const location = header(response.headers, 'location')
  if (location === undefined || !URL.canParse(location, from.href)) return undefined
  const target = new URL(location, from.href)
  return target.origin === from.origin && target.username === '' && target.password === '' ? target : undefined
}
