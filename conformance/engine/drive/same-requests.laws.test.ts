import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exchangeWith, responseWith } from '../../core/model/exchange.fixture.ts'
import type { RecordedRequest } from '../../core/model/exchange.ts'
import type { ResponseClass } from '../../core/model/observation.ts'
import type { Case, Probe } from '../../core/model/plan.ts'
import { endpoints } from '../../core/model/vocabulary.ts'
import type { SentAs } from '../../core/model/why.ts'
import { jsonOperation } from '../generate/one-schema.fixture.ts'
import { drive } from './drive.ts'
import { plannedFor, violationOf } from './planned-case.fixture.ts'
import { newSpending } from './spending.ts'

const { write, ...rest } = jsonOperation()
const operation = { ...rest, write, cost: () => ({ calls: 1, images: 0 }) }

const planned = (id: string, more: Partial<Case> = {}) => plannedFor(operation, id, more)

const free = { calls: 0, images: 0 }
const valid = fc.constant<Partial<Case>>({})
const violation = fc
  .record({ keyword: fc.constantFrom('type', 'enum', 'minimum'), sentence: fc.constantFrom('a', 'b', 'c', 'd') })
  .map(({ keyword, sentence }): Partial<Case> => ({ why: violationOf(keyword), cost: free, aims: [sentence] }))

/** Cases of all kinds, in any order, as in a plan. */
const cases = fc
  .array(fc.oneof(valid, valid, violation, violation, violation), { minLength: 5, maxLength: 60 })
  .map((all) => all.map((more, at): Case => planned(String(at), more)))

/** Returns a probe that sends requests one after the other. No target should bill them. */
function probe(id: string, requests: number): Probe {
  const request = operation.write({ body: { id } })
  const steps = function* () {
    for (let sent = 0; sent < requests; sent += 1) yield [request]
  }
  return {
    id,
    operation: operation.id,
    purpose: id,
    profile: 'smoke',
    aims: [],
    requests,
    cost: free,
    steps,
  }
}

async function ticks(count: number): Promise<void> {
  for (let tick = 0; tick < count; tick += 1) await Promise.resolve()
}

interface Given {
  readonly all: readonly Case[]
  readonly taken: (id: string) => boolean
  readonly limit: number
  readonly delays: readonly number[]
}

/** Returns the sent and unsent requests for a target that accepts `taken` and replies after `delays`. */
async function sentWith({ all, taken, limit, delays }: Given) {
  const sent: string[] = []
  const send = async (request: RecordedRequest, { id }: SentAs) => {
    sent.push(id)
    await ticks(delays[sent.length % delays.length] ?? 0)
    return exchangeWith({ id, request, response: responseWith([]) })
  }
  const see = ({ id }: { id: string }): { responseClass: ResponseClass } => ({
    responseClass: taken(id) ? 'accepted' : 'rejected',
  })
  const { unsent } = await drive({
    plan: { cases: all, probes: [probe('p', 3)], aims: new Set(), requests: all.length, cost: free },
    operations: [operation],
    send,
    judge: { see, failing: () => [], retry: () => 'pass' },
    context: { seed: 1, profile: 'standard', operations: endpoints },
    adjustments: new Map(),
    spending: newSpending({ calls: limit, images: 0 }, { calls: Math.min(limit, all.length), images: 0 }),
  })
  return { sent: sent.toSorted(), unsent: unsent.map(({ id, stopReason }) => `${id}: ${stopReason}`) }
}

test('response order does not change the requests, even if a lenient target uses up the billing limit', async () => {
  const delays = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 7 })
  const turnedDown = fc.uniqueArray(fc.nat(60), { maxLength: 20 })
  let cutOff = 0
  await fc.assert(
    fc.asyncProperty(cases, turnedDown, fc.integer({ min: 0, max: 80 }), delays, async (all, not, limit, own) => {
      const taken = (id: string) => !not.map(String).includes(id)
      const even = await sentWith({ all, taken, limit, delays: [0] })
      expect(await sentWith({ all, taken, limit, delays: own })).toEqual(even)
      if (even.unsent.length > 0) cutOff += 1
    }),
    { seed: 13, numRuns: 300 },
  )
  expect(cutOff).toBeGreaterThan(50)
})
