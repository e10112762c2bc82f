import type { Exchange, RecordedResponse, ResponseHead } from './exchange.ts'

/** Everything that a runner sees of an exchange. */
const everything = ['request-headers', 'request-body', 'response-headers', 'response-body', 'chunks', 'timing'] as const

/** A complete exchange as the runner sees it, without what a test does not care about. */
export function exchangeWith(about: Partial<Exchange> = {}): Exchange {
  return {
    id: 'one',
    source: 'runner',
    captured: everything,
    startedAt: 0,
    durationMs: 1,
    request: { method: 'GET', path: '/', headers: [], body: new Uint8Array() },
    response: null,
    ended: 'complete',
    ...about,
  }
}

/** A response whose body arrived in these pieces, a millisecond apart. */
export function responseWith(pieces: readonly Uint8Array[], about: Partial<ResponseHead> = {}): RecordedResponse {
  return { status: 200, headers: [], ...about, chunks: pieces.map((bytes, at) => ({ at, bytes })) }
}
