import { Agent } from 'undici'
import type { Exchange, Facet, RecordedRequest, Redirect } from '../model/exchange.ts'
import { below } from './base-url.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { type Attempt, dispatch, type Line } from './dispatch.ts'
import { type Names, type Outgoing, outgoing } from './names.ts'
import { endedBy, troubleOf } from './network-trouble.ts'
import { redirectOf } from './redirect.ts'

/** How the target is spoken to. */
export interface ClientOptions {
  /** The target's base URL; a path in it comes before every request's path. */
  readonly baseUrl: string
  readonly names: Names
  /** Milliseconds that a whole exchange may take, connection and redirects included. */
  readonly timeoutMs: number
  /** The most bytes of one response body that are read. */
  readonly maxResponseBytes: number
  /** Milliseconds on a clock that never goes back; by default the process's. */
  readonly now?: () => number
  /** What the client calls itself. */
  readonly userAgent?: string
}

/** Turns requests into exchanges. */
export interface Client {
  /** Sends one request. Network trouble becomes part of the exchange; it is never thrown. */
  send(request: RecordedRequest, id: string, signal?: AbortSignal): Promise<Exchange>
  /** Ends all connections. */
  close(): Promise<void>
}

const everything: readonly Facet[] = [
  'request-headers',
  'request-body',
  'response-headers',
  'response-body',
  'chunks',
  'timing',
]
const mostRedirects = 5
/** Shorter than any server's usual patience, so that a connection is seldom reused while the server closes it. */
const keepAliveMs = 1000

/** A client for one target. Times in its exchanges count from this call. */
export function createClient(options: ClientOptions): Client {
  const now = options.now ?? (() => performance.now())
  const epoch = now()
  const agent = newAgent(options.timeoutMs)
  const never = new AbortController().signal
  return {
    async send(request, id, signal = never) {
      const start = now()
      const elapsed = (): number => rounded(now() - start)
      const deadline = startDeadline(options.timeoutMs, signal)
      const line = { dispatcher: agent, deadline, maxResponseBytes: options.maxResponseBytes, elapsed }
      try {
        const journey = await travel(request, line, options)
        const times = { startedAt: rounded(start - epoch), durationMs: elapsed() }
        return { id, source: 'runner', captured: everything, ...times, request, ...outcome(journey, deadline) }
      } finally {
        deadline.release()
      }
    },
    close: () => agent.destroy(),
  }
}

function newAgent(timeoutMs: number): Agent {
  return new Agent({
    connect: { timeout: timeoutMs },
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    pipelining: 1,
  })
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

function outcome({ response, error, redirects }: Journey, { stopped }: Deadline): Outcome {
  const seen = { response, ...(redirects.length === 0 ? {} : { redirects }) }
  if (error === undefined) return { ...seen, ended: stopped === 'too-large' ? stopped : 'complete' }
  if (stopped !== undefined) return { ...seen, ended: stopped }
  const trouble = troubleOf(error)
  if (trouble === undefined) throw error
  return { ...seen, ended: endedBy(trouble), trouble }
}

/** Microseconds are as fine as the evidence needs. */
function rounded(milliseconds: number): number {
  return Math.max(0, Math.round(milliseconds * 1000) / 1000)
}
