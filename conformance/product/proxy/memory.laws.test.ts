import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exchangeWith, jsonResponse } from '../../core/model/exchange.fixture.ts'
import { catalogueOf } from '../../specification/catalogue.ts'
import { startMemory } from './memory.ts'

const usage = (id: number, status: number, total: unknown, durationMs: number) =>
  exchangeWith({
    id: `p-${String(id).padStart(3, '0')}`,
    durationMs,
    request: { path: '/api/usage/token', headers: [['authorization', 'Bearer «key:valid»']] },
    response: {
      ...jsonResponse({ code: true, message: 'ok', data: { object: 'token_usage', total_granted: total } }),
      status,
    },
  })

const exchanges = fc.array(
  fc.record({
    status: fc.constantFrom(200, 200, 429, 500),
    total: fc.oneof(fc.integer(), fc.string({ maxLength: 3 })),
    durationMs: fc.integer({ min: 1, max: 2_000 }),
  }),
  { minLength: 1, maxLength: 40 },
)

const catalogue = catalogueOf(['token-usage'])

/** Requirements that one exchange decides. Others compare exchanges only as long as they are remembered. */
const ofOneExchange = new Set(
  catalogue.requirements
    .filter((one) => one.kind === 'exchange' && one.needsControlRequest !== true)
    .map(({ id }) => id),
)

test('forgotten exchanges stay in the counts, verdicts and first findings', () => {
  fc.assert(
    fc.property(exchanges, fc.integer({ min: 1, max: 12 }), (drawn, most) => {
      const all = startMemory(catalogue, Number.POSITIVE_INFINITY)
      const some = startMemory(catalogue, most)
      for (const [index, { status, total, durationMs }] of drawn.entries()) {
        for (const memory of [all, some]) memory.see(usage(index, status, total, durationMs))
        if (some.isFull()) some.forget()
      }
      expect(some.count()).toBe(drawn.length)
      expect(some.forgotten()).toBe(Math.floor(drawn.length / most) * most)
      const rulings = some.judge.conclude()
      for (const [index, ruling] of all.judge.conclude().entries()) {
        if (!ofOneExchange.has(ruling.requirement.id)) continue
        const { verdict, violating, findings } = rulings[index]!
        const isViolated = ruling.verdict === 'fail' || ruling.verdict === 'error'
        expect([ruling.requirement.id, verdict === 'fail' || verdict === 'error', violating]).toEqual([
          ruling.requirement.id,
          isViolated,
          ruling.violating,
        ])
        if (isViolated) expect(findings[0]).toEqual(ruling.findings[0])
      }
      expect(some.bill.total).toEqual(all.bill.total)
      expect(some.bill.traffic.traffic).toEqual(all.bill.traffic.traffic)
      const [one, other] = [some.bill.traffic.latencies[0], all.bill.traffic.latencies[0]]
      expect([one?.count, one?.min, one?.max]).toEqual([other?.count, other?.min, other?.max])
      expect(one?.buckets).toEqual(other?.buckets)
      if (one !== undefined) expect(one.median).toBeGreaterThanOrEqual(other!.median)
    }),
  )
})
