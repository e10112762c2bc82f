import { expect, test } from 'vitest'
import type { Exchange, HeaderLine } from '../model/exchange.ts'
import { backoff } from './backoff.ts'

function busy(...headers: readonly HeaderLine[]): Exchange {
  return {
    id: 'x',
    source: 'runner',
    captured: [],
    startedAt: 0,
    durationMs: 0,
    request: { method: 'GET', path: '/', headers: [], body: new Uint8Array() },
    response: { status: 429, headers, chunks: [] },
    ended: 'complete',
  }
}

test.each([
  [busy(), 1, 500],
  [busy(), 2, 1000],
  [busy(['Retry-After', '3']), 1, 3000],
  [busy(['retry-after', 'soon']), 1, 500],
  [busy(['date', 'Wed, 21 Oct 2026 07:28:00 GMT'], ['retry-after', 'Wed, 21 Oct 2026 07:28:05 GMT']), 1, 5000],
  [busy(['date', 'Wed, 21 Oct 2026 07:28:00 GMT'], ['retry-after', 'Wed, 21 Oct 2026 07:27:00 GMT']), 1, 0],
  [busy(['retry-after', '3600']), 1, undefined],
  [{ ...busy(), response: null }, 1, 500],
])('the pause after a busy answer honours Retry-After and is bounded (%#)', (exchange, attempt, expected) => {
  expect(backoff(exchange, attempt)).toBe(expected)
})
