import {
  type Exchange,
  facets,
  header,
  type RecordedRequest,
  type RecordedResponse,
  type Redirect,
} from '../../../core/model/exchange.ts'
import { lengthOf } from '../../../core/model/whole-body.ts'
import { percentDecoded } from '../../../core/wire/percent-decoded.ts'
import { type Client, type ClientOptions, rounded, usualRoom } from './client.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { type Attempt, dispatch, type Line } from './dispatch.ts'
import { bytesInFlight } from './in-flight.ts'
import type { Outgoing } from './names.ts'
import { endedBy, troubleOf } from './network-trouble.ts'
import { openPool } from './pool.ts'

export interface ImageFetching extends Pick<ClientOptions, 'tls' | 'proxy' | 'env' | 'inFlight' | 'epoch'> {
  readonly mayFetch: FetchRules
  /** The time limit of a fetch in milliseconds, including redirects. */
  readonly timeoutMs: number
  /** The most bytes of one image that are read. Defaults to 16 MiB. */
  readonly maxImageBytes?: number
  /** The total bytes of images after which no more are fetched. Defaults to 128 MiB. Fetches under way are finished. */
  readonly maxBytes?: number
}

const MiB = 1024 * 1024
const mostRedirects = 5

/**
 * Returns a client that also sends permitted GETs of absolute URLs, without a credential. All other requests go to the
 * target as before. A forbidden URL ends as `cancelled`, and nothing is sent.
 */
export function alsoFetching(client: Client, fetching: ImageFetching): Client {
  const { timeoutMs, maxImageBytes = 16 * MiB, maxBytes = 128 * MiB } = fetching
  const pool = openPool(fetching)
  const { inFlight = bytesInFlight(usualRoom), epoch = performance.now() } = fetching
  const never = new AbortController().signal
  let room = maxBytes
  return {
    async send(request, id, signal = never, way = {}) {
      if (request.path.startsWith('/')) return client.send(request, id, signal, way)
      const start = performance.now()
      const elapsed = (): number => rounded(performance.now() - start)
      const deadline = startDeadline(timeoutMs, signal)
      const most = Math.max(0, Math.min(maxImageBytes, room))
      try {
        const line = { way: pool.way, inFlight, deadline, maxResponseBytes: most, elapsed }
        const seen = outcome(await travel(request, line, fetching.mayFetch), deadline)
        room -= lengthOf(seen.response?.chunks)
        const times = { startedAt: rounded(start - epoch), durationMs: elapsed() }
        return { id, source: 'runner', captured: facets, ...times, request, ...seen }
      } finally {
        deadline.release()
      }
    },
    async close() {
      await Promise.all([client.close(), pool.close()])
    },
  }
}

interface Journey extends Attempt {
  readonly redirects: readonly Redirect[]
  /** Set if the URL may not be fetched. */
  readonly isForbidden?: true
}

async function travel({ path }: RecordedRequest, line: Line, mayFetch: FetchRules): Promise<Journey> {
  const redirects: Redirect[] = []
  let url = URL.canParse(path) ? new URL(path) : undefined
  if (url === undefined || !mayFetch(url)) return { response: null, redirects, isForbidden: true }
  for (;;) {
    const made = await dispatch(url, plainGet, line)
    const next = redirectIn(url, made.response)
    if (next === undefined || !mayFetch(next) || redirects.length === mostRedirects) return { ...made, redirects }
    redirects.push({ status: made.response!.status, location: next.href })
    url = next
  }
}

/** The request of a fetch. Only these headers are sent; they are not recorded. */
const plainGet: Outgoing = {
  method: 'GET',
  path: '',
  headers: [
    ['accept', 'image/*, */*;q=0.1'],
    ['user-agent', 'model-gateway-conformance'],
  ],
  body: new Uint8Array(),
}

function redirectIn(from: URL, response: RecordedResponse | null): URL | undefined {
  if (response === null || ![301, 302, 303, 307, 308].includes(response.status)) return undefined
  const location = header(response.headers, 'location')
  return location !== undefined && URL.canParse(location, from.href) ? new URL(location, from.href) : undefined
}

type Outcome = Pick<Exchange, 'response' | 'ended' | 'trouble' | 'redirects'>

function outcome({ response, error, redirects, isForbidden }: Journey, { stopped }: Deadline): Outcome {
  const seen = { response, ...(redirects.length === 0 ? {} : { redirects }) }
  if (isForbidden) return { ...seen, ended: 'cancelled', trouble: 'NOT_ALLOWED' }
  if (stopped !== undefined) return { ...seen, ended: stopped }
  if (error === undefined) return { ...seen, ended: 'complete' }
  const trouble = troubleOf(error) ?? 'UNKNOWN'
  return { ...seen, ended: endedBy(trouble), trouble }
}

/** Returns whether a run may fetch a URL that its target named. */
export type FetchRules = (url: URL) => boolean

/**
 * Returns rules that permit the origins of the target's base URLs and those that the user allowed, http and https only
 * (interpretation I11). They never permit a URL with a user name, a password, or one of the user's keys. `redacted`
 * replaces keys by labels.
 */
export function fetchRules(
  baseUrls: readonly string[],
  allowed: readonly string[] = [],
  redacted: (text: string) => string = (text) => text,
): FetchRules {
  const origins = new Set([...baseUrls, ...allowed].map((origin) => new URL(origin).origin))
  return (url) => {
    const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
    if (!isWeb || !origins.has(url.origin) || url.username !== '' || url.password !== '') return false
    const text = percentDecoded(url.href) ?? url.href
    return redacted(url.href) === url.href && redacted(text) === text && !label.test(text)
  }
}

/** The labels that replace a secret, or a part of one, in recorded responses. */
const label = /(«|%C2%AB)(key|header|env|proxy)\b/
