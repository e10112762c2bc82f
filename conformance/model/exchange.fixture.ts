import { type Exchange, facets, type RecordedRequest, type RecordedResponse, type ResponseHead } from './exchange.ts'

/** What a test tells of an exchange; of its request it may tell a part. */
export interface PartialExchange extends Partial<Omit<Exchange, 'request'>> {
  readonly request?: Partial<RecordedRequest>
}

/** A complete exchange as the runner sees it, without what a test does not care about; it ends with its last piece. */
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

/** A response whose body arrived in these pieces, a millisecond apart; a text arrived at once. */
export function responseWith(
  body: string | readonly Uint8Array[],
  about: Partial<ResponseHead> = {},
): RecordedResponse {
  const pieces = typeof body === 'string' ? [new TextEncoder().encode(body)] : body
  return { status: 200, headers: [], ...about, chunks: pieces.map((bytes, at) => ({ at, bytes })) }
}

/** A response that says that it is JSON. A text is sent as it stands: it may be none. */
export function jsonResponse(body: unknown, status = 200): RecordedResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return responseWith(text, { status, headers: [['content-type', 'application/json']] })
}

/** The bytes in one piece more than there are places to cut; a place beyond the end is counted on from the start. */
export function cutAt(bytes: Uint8Array, places: readonly number[]): readonly Uint8Array[] {
  const within = places.map((place) => place % (bytes.length + 1)).sort((one, other) => one - other)
  const edges = [0, ...within, bytes.length]
  return edges.slice(1).map((edge, index) => bytes.slice(edges[index], edge))
}
