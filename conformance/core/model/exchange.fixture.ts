import { type Exchange, facets, type RecordedRequest, type RecordedResponse, type ResponseHead } from './exchange.ts'

/** The parts of an exchange that a test gives. Its request may be partial too. */
export interface PartialExchange extends Partial<Omit<Exchange, 'request'>> {
  readonly request?: Partial<RecordedRequest>
}

/** For tests: returns a complete exchange with defaults for everything else. It ends with its last chunk. */
export function exchangeWith({ request, response = null, ...about }: PartialExchange = {}): Exchange {
  return {
    id: 'one',
    source: 'runner',
    captured: facets,
    startedAt: 0,
    durationMs: response?.chunks.length || 1,
    request: { method: 'GET', path: '/', headers: [], body: new Uint8Array(), ...request },
    response,
    ended: 'complete',
    ...about,
  }
}

/** For tests: returns a response whose body arrived in these pieces, one millisecond apart. A text arrived at once. */
export function responseWith(
  body: string | readonly Uint8Array[],
  about: Partial<ResponseHead> = {},
): RecordedResponse {
  const pieces = typeof body === 'string' ? [new TextEncoder().encode(body)] : body
  return { status: 200, headers: [], ...about, chunks: pieces.map((bytes, at) => ({ at, bytes })) }
}

/** For tests: returns a response with the content type of JSON. A text is sent unchanged and may be invalid JSON. */
export function jsonResponse(body: unknown, status = 200): RecordedResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return responseWith(text, { status, headers: [['content-type', 'application/json']] })
}

/** Cuts bytes at these places into one piece more than there are places. Places beyond the end wrap around. */
export function cutAt(bytes: Uint8Array, places: readonly number[]): readonly Uint8Array[] {
  const within = places.map((place) => place % (bytes.length + 1)).sort((one, other) => one - other)
  const edges = [0, ...within, bytes.length]
  return edges.slice(1).map((edge, index) => bytes.slice(edges[index], edge))
}
