import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exchangeWith, responseWith } from '../../../core/model/exchange.fixture.ts'
import type { Exchange } from '../../../core/model/exchange.ts'
import type { Observation, ResponseClass } from '../../../core/model/observation.ts'
import type { Endpoint } from '../../../core/model/vocabulary.ts'
import { latencyOf, startTraffic } from './traffic.ts'

const durations = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 300 })

test('each duration is in exactly one bucket, between the previous bound and its own', () => {
  fc.assert(
    fc.property(durations, (taken) => {
      const { buckets, count } = latencyOf('messages.create', taken)!
      expect(count).toBe(taken.length)
      let before = 0
      for (const { upTo, count: inside } of buckets) {
        expect(taken.filter((one) => one <= upTo && (before === 0 || one > before))).toHaveLength(inside)
        before = upTo
      }
    }),
  )
})

test('percentiles are ordered and are measured durations, rounded to a tenth of a millisecond', () => {
  fc.assert(
    fc.property(durations, (taken) => {
      const { min, median, p90, p99, max } = latencyOf('messages.create', taken)!
      const told = [min, median, p90, p99, max]
      expect(told).toEqual([...told].sort((one, other) => one - other))
      for (const one of told) expect(taken.some((other) => Math.abs(one - other) <= 0.0501)).toBe(true)
    }),
  )
})

test('percentiles of the numbers from 1 to 100 are exact', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1)
  expect(latencyOf('usage.token', hundred)).toMatchObject({ min: 1, median: 50, p90: 90, p99: 99, max: 100 })
  expect(latencyOf('usage.token', [])).toBeUndefined()
})

function seen(endpoint: Endpoint, responseClass: ResponseClass, exchange: Partial<Exchange>): Observation {
  return {
    exchange: exchangeWith({ response: responseWith([]), durationMs: 10, ...exchange }),
    operation: { id: endpoint, cost: () => ({ calls: 1, images: 2 }) },
    responseClass,
    request: { value: {} },
  } as unknown as Observation
}

const observations = [
  seen('messages.create', 'accepted', { durationMs: 5 }),
  seen('messages.create', 'rejected', { durationMs: 1 }),
  seen('messages.create', 'busy', { response: null, ended: 'timeout', durationMs: 60_000 }),
  seen('messages.create', 'accepted', { ended: 'reset', durationMs: 40_000 }),
  seen('images.generate', 'unrecognised', {}),
]

test('requests are counted by response class, and 2xx responses are billed', () => {
  const traffic = startTraffic()
  for (const one of observations) traffic.see(one)
  expect(traffic.summary().traffic).toEqual([
    { endpoint: 'images.generate', requests: 1, receptions: { unrecognised: 1 }, billed: { calls: 1, images: 2 } },
    {
      endpoint: 'messages.create',
      requests: 4,
      billed: { calls: 2, images: 4 },
      receptions: { accepted: 2, rejected: 1, busy: 1 },
    },
  ])
  expect(traffic.billed()).toEqual({ calls: 3, images: 6 })
})

test('a case counts as served sometimes if an attempt was not served and another was answered', () => {
  const traffic = startTraffic()
  traffic.see(seen('messages.create', 'accepted', { caseId: 'a', attempt: 2 }))
  traffic.see(seen('messages.create', 'failed', { caseId: 'a', attempt: 1 }))
  traffic.see(seen('messages.create', 'failed', { caseId: 'b', attempt: 1 }))
  traffic.see(seen('messages.create', 'busy', { caseId: 'b', attempt: 2 }))
  traffic.see(seen('messages.create', 'accepted', { caseId: 'c', attempt: 1 }))
  traffic.see(seen('messages.create', 'accepted', { caseId: 'c', attempt: 2 }))
  expect(traffic.summary().traffic).toMatchObject([
    { requests: 6, servedSometimes: { requests: 1, unserved: 1, attempts: 2 } },
  ])
})

test('incomplete responses are not included in latencies', () => {
  const traffic = startTraffic()
  for (const one of observations) traffic.see(one)
  const messages = traffic.summary().latencies.find(({ endpoint }) => endpoint === 'messages.create')
  expect(messages).toMatchObject({ count: 2, min: 1, max: 5 })
})

test('the order of exchanges does not change the traffic summary', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(observations, { minLength: observations.length }), (shuffled) => {
      const [one, other] = [startTraffic(), startTraffic()]
      for (const observation of observations) one.see(observation)
      for (const observation of shuffled) other.see(observation)
      expect(other.summary()).toEqual(one.summary())
    }),
  )
})
