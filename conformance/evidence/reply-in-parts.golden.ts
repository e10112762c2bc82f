import type { Exchange, HeaderLine } from '../model/exchange.ts'

/** An exchange whose reply has this body, cut into chunks at these places. */
export function replyInParts(
  body: Uint8Array,
  cutAt: readonly number[],
  headers: readonly HeaderLine[] = [],
): Exchange {
  const edges = [0, ...cutAt.map((at) => Math.min(at, body.length)).sort((a, b) => a - b), body.length]
  const chunks = edges.slice(1).map((end, at) => ({ at, bytes: body.slice(edges[at], end) }))
  return {
    id: 'a',
    source: 'runner',
    captured: ['response-body', 'chunks'],
    startedAt: 0,
    durationMs: 9,
    request: { method: 'GET', path: '/', headers: [], body: new Uint8Array() },
    response: { status: 200, headers, chunks },
    ended: 'complete',
  }
}

/** The body of its reply, in one piece. */
export function replyOf({ response }: Exchange): Buffer {
  return Buffer.concat((response?.chunks ?? []).map(({ bytes }) => bytes))
}
