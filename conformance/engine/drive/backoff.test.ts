import { expect, test } from 'vitest'
import type { HeaderLine, ResponseHead } from '../../core/model/exchange.ts'
import { asksForPause, backoff } from './backoff.ts'

function busy(...headers: readonly HeaderLine[]): ResponseHead {
  return { status: 429, headers }
}

test.each([
  [busy(), 1, 500],
  [busy(), 2, 1000],
  [busy(['Retry-After', '3']), 1, 3000],
  [busy(['retry-after', 'soon']), 1, 500],
  [busy(['retry-after', '0']), 1, 0],
  [busy(['retry-after', '0']), 2, 1000],
  [busy(['retry-after', '1']), 7, 30_000],
  [busy(['retry-after', '60']), 7, 60_000],
  [busy(['date', 'Wed, 21 Oct 2026 07:28:00 GMT'], ['retry-after', 'Wed, 21 Oct 2026 07:28:05 GMT']), 1, 5000],
  [busy(['date', 'Wed, 21 Oct 2026 07:28:00 GMT'], ['retry-after', 'Wed, 21 Oct 2026 07:27:00 GMT']), 1, 0],
  [busy(['retry-after', '60']), 1, 60_000],
  [busy(['retry-after', '3600']), 1, undefined],
  [busy(['retry-after', '9'.repeat(400)]), 1, undefined],
  [busy(), 20, 30_000],
  [null, 1, 500],
])('the delay after a busy response honours Retry-After and is bounded (%#)', (head, attempt, expected) => {
  expect(backoff(head, attempt, 0)).toBe(expected)
})

test.each([
  [429, [], true],
  [503, [], true],
  [529, [], true],
  [500, [], false],
  [400, [], false],
  [500, [['retry-after', '1']], true],
  [502, [['retry-after', '1']], true],
  [408, [['retry-after', '1']], true],
  [400, [['retry-after', '1']], false],
  [404, [['retry-after', '1']], false],
  [302, [['retry-after', '1']], false],
] as const)('whether a %d with the headers %j asks the whole run to wait', (status, headers, expected) => {
  expect(asksForPause({ status, headers })).toBe(expected)
})

test('jitter lengthens a delay by at most half and never shortens it', () => {
  for (const fraction of [0.1, 0.5, 0.999]) {
    expect(backoff(busy(), 2, fraction)).toBeGreaterThan(1000)
    expect(backoff(busy(), 2, fraction)).toBeLessThan(1500)
    expect(backoff(busy(['retry-after', '3']), 1, fraction)).toBeGreaterThan(3000)
  }
})
