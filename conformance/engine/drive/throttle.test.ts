import { setMaxListeners } from 'node:events'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exchangeWith, responseWith } from '../../core/model/exchange.fixture.ts'
import type { Exchange, HeaderLine, RecordedRequest } from '../../core/model/exchange.ts'
import type { ResponseClass } from '../../core/model/observation.ts'
import type { Case, Plan } from '../../core/model/plan.ts'
import { endpoints } from '../../core/model/vocabulary.ts'
import type { SentAs } from '../../core/model/why.ts'
import { jsonOperation } from '../generate/one-schema.fixture.ts'
import { type DriveOptions, drive } from './drive.ts'
import type { DrivingJudge } from './driving-judge.ts'
import { violationOf } from './planned-case.fixture.ts'
import { beyondPlan, newSpending } from './spending.ts'
import { newThrottle, type Slot } from './throttle.ts'
import { type VirtualClock, virtualClock } from './virtual-clock.fixture.ts'

const operation = jsonOperation()

function planOf(count: number): Plan {
  const cases = Array.from({ length: count }, (_, index): Case => {
    const id = `c${String(index).padStart(3, '0')}`
    const request = operation.write({ body: { id } })
    const cost = { calls: 0, images: 0 }
    return { id, operation: operation.id, why: { kind: 'drawn', covers: [] }, purpose: id, request, cost, aims: [] }
  })
  return { cases, probes: [], aims: new Set(), requests: count, cost: { calls: 0, images: 0 } }
}

/** A target: returns the status and headers at a given time, or no status if it does not respond. */
type Target = (at: number, id: string) => { readonly status?: number; readonly headers?: readonly HeaderLine[] }

const takes = 50

/** Drives a plan against a target in virtual time. `breaks` returns whether a request violates a rule. */
async function driven(count: number, target: Target, more: Partial<DriveOptions> = {}, breaks = (_: string) => false) {
  const clock = virtualClock()
  const sent: { readonly id: string; readonly caseId: string; readonly at: number }[] = []
  const most = { underWay: 0, now: 0 }
  const send = async (request: RecordedRequest, { id, caseId }: SentAs, signal: AbortSignal): Promise<Exchange> => {
    sent.push({ id, caseId, at: clock.now() })
    most.now += 1
    most.underWay = Math.max(most.underWay, most.now)
    await clock.sleep(takes, signal)
    most.now -= 1
    return exchangeOf({ id, caseId }, request, signal.aborted ? 'cancelled' : target(clock.now(), id))
  }
  const served = new Set<string>()
  const judge: DrivingJudge = {
    see: (exchange) => {
      const responseClass = responseClassOf(exchange)
      if (responseClass === 'accepted') served.add(exchange.caseId ?? '')
      return { responseClass, request: { value: {}, violations: breaks(exchange.id) ? ['one'] : [] } }
    },
    failing: () => [],
    retry: () => 'pass',
  }
  const context = { seed: 1, profile: 'standard', operations: endpoints } as const
  const options = { plan: planOf(count), operations: [operation], send, judge, context, clock, ...more }
  const result = await clock.until(drive(options))
  return { sent, served, most: most.underWay, took: clock.now(), ...result }
}

type Ids = Pick<SentAs, 'id' | 'caseId'>

function exchangeOf(ids: Ids, request: RecordedRequest, answer: ReturnType<Target> | 'cancelled'): Exchange {
  if (answer === 'cancelled') return exchangeWith({ ...ids, request, ended: 'cancelled' })
  const { status, headers = [] } = answer
  if (status === undefined) return exchangeWith({ ...ids, request, ended: 'timeout' })
  return exchangeWith({ ...ids, request, response: responseWith([], { status, headers }) })
}

function responseClassOf({ response }: Exchange): ResponseClass {
  if (response === null || [429, 503, 529].includes(response.status)) return 'busy'
  return response.status >= 500 ? 'failed' : response.status >= 400 ? 'rejected' : 'accepted'
}

/** Returns a target that serves this many requests per window, and otherwise returns an empty 429. */
function limiter(most: number, windowMs: number, headers: readonly HeaderLine[] = []): Target {
  let window = -1
  let count = 0
  return (at) => {
    if (Math.floor(at / windowMs) !== window) [window, count] = [Math.floor(at / windowMs), 0]
    count += 1
    return count > most ? { status: 429, headers } : { status: 200 }
  }
}

test('a limit of 20 requests a minute slows a run down without losing requests', async () => {
  const { served, sent, unsent, took } = await driven(50, limiter(20, 60_000))
  expect(served.size).toBe(50)
  expect(unsent).toEqual([])
  expect(took).toBeLessThan(4 * 60_000)
  expect(sent.length - 50, 'requests that met the limit').toBeLessThan(40)
})

test.each([
  '0',
  '1',
])('a limit of 20 requests a minute that sends Retry-After: %s loses no requests either', async (asked) => {
  const { served, unsent, givenUp, waiting } = await driven(50, limiter(20, 60_000, [['retry-after', asked]]))
  expect(served.size).toBe(50)
  expect(unsent).toEqual([])
  expect([givenUp, waiting]).toEqual([undefined, undefined])
})

test('rejections with Retry-After cause no pause', async () => {
  const breaks = (id: string) => id >= 'c005'
  const target: Target = (_, id) => (breaks(id) ? { status: 400, headers: [['retry-after', '1']] } : { status: 200 })
  const { sent, unsent, givenUp, took } = await driven(45, target, {}, breaks)
  expect([sent.length, unsent, givenUp]).toEqual([45, [], undefined])
  expect(took).toBeLessThan(1000)
})

/** Returns a target that serves one request per period, returns an empty 429 to the others, and rejects violations. */
function oneEvery(periodMs: number): Target {
  let next = 0
  return (at, id) => {
    if (at < next) return { status: 429 }
    next = at + periodMs
    return { status: isBroken(id) ? 400 : 200 }
  }
}

const isBroken = (id: string) => id.startsWith('c') && id >= 'c030'

test.each([
  100, 300, 1000, 3000,
])('a target that serves one request every %d ms decides every violation', async (periodMs) => {
  const plan = planOf(230)
  const cases = plan.cases.map((one) => (isBroken(one.id) ? { ...one, why: violationOf('type') } : one))
  const decided = new Set<string>()
  const next = oneEvery(periodMs)
  const target: Target = (at, id) => {
    const answer = next(at, id)
    if (answer.status !== 429) decided.add(id.split('~')[0] ?? '')
    return answer
  }
  const spending = newSpending(undefined, undefined, beyondPlan(plan.requests))
  const { sent, took } = await driven(230, target, { plan: { ...plan, cases }, spending }, isBroken)
  expect(cases.filter(({ id }) => !decided.has(id))).toEqual([])
  expect(sent.length - 230, 'requests that met the limit').toBeLessThan(80)
  expect(took).toBeLessThan(230 * (periodMs * 1.5 + 250))
})

test('a target without limits is asked as fast as it answers', async () => {
  const { sent, took } = await driven(240, () => ({ status: 200 }))
  expect(sent).toHaveLength(240)
  // The first case is sent alone, as the plain request of its operation.
  expect(took).toBe((1 + Math.ceil(239 / 4)) * takes)
})

test('one isolated 429 hardly slows a run down', async () => {
  const { sent, took } = await driven(240, (_, id) => ({ status: id === 'c100' ? 429 : 200 }))
  expect(sent).toHaveLength(241)
  expect(took).toBeLessThan((240 / 4) * takes + 3000)
})

test.each([
  100, 900,
])('a target that is busy for every fourth of %d requests, at any pace, does not slow a run down more and more', async (count) => {
  const isFourth = (id: string) => !id.includes('~') && Number(id.slice(1)) % 4 === 0
  const { took } = await driven(count, (_, id) => ({ status: isFourth(id) ? 429 : 200 }))
  // The pause after each 429 takes from 500 to 750 ms.
  expect(took / count).toBeLessThan(300)
})

test('after a pause one request is sent, then as many more as were served, and one again after the next 429', async () => {
  const clock = virtualClock()
  const throttle = newThrottle(clock)
  const { signal } = new AbortController()
  setMaxListeners(0, signal)
  const given: Slot[] = []
  /** Lets time pass, and returns how many of the waiting requests got a turn. */
  const turns = async (): Promise<number> => {
    const before = given.length
    await clock.until(clock.sleep(10_000, signal))
    return given.length - before
  }
  const endAll = (load: 'served' | { readonly pause: number }, from: number) => {
    for (const turn of given.slice(from)) turn.end(load)
  }
  const queue = () => {
    for (let count = 0; count < 40; count += 1) void throttle.ready(signal).then((turn) => given.push(turn))
  }
  queue()
  expect(await turns(), 'no pause yet').toBe(40)
  endAll({ pause: 500 }, 0)
  queue()
  expect(throttle.pauses.rounds).toBe(1)
  const waves: number[] = []
  for (const load of ['served', 'served', 'served', { pause: 500 }, 'served'] as const) {
    const from = given.length
    waves.push(await turns())
    endAll(load, from)
  }
  expect(waves).toEqual([1, 2, 4, 8, 1])
})

test('the deadline ends a rate-limited run, and unsent cases are listed', async () => {
  const { served, unsent, took } = await driven(50, limiter(20, 60_000), { maxTimeMs: 10_000 })
  expect(took).toBeLessThanOrEqual(10_000)
  expect(served.size).toBe(20)
  expect(unsent).toHaveLength(30)
  expect(new Set(unsent.map(({ stopReason }) => stopReason))).toEqual(new Set(['max-time']))
})

test('nothing is sent during a pause that the target requested', async () => {
  const asked: number[] = []
  const target: Target = (at) => {
    if (asked.length > 0) return { status: 200 }
    asked.push(at)
    return { status: 503, headers: [['retry-after', '7']] }
  }
  const { sent, served } = await driven(12, target)
  expect(served.size).toBe(12)
  const [from] = asked as [number]
  expect(sent.filter(({ at }) => at > from && at < from + 7000)).toEqual([])
})

test('only one request at a time is sent while the target is busy', async () => {
  const { sent } = await driven(30, (at) => ({ status: at < 20_000 ? 429 : 200 }))
  const between = sent.filter(({ at }) => at > takes && at < 20_000)
  for (const [index, { at }] of between.entries())
    if (index > 0) expect(at).toBeGreaterThan((between[index - 1]?.at ?? 0) + takes)
})

test('a run gives up on a target that stops responding', async () => {
  const { sent, unsent, givenUp } = await driven(300, (at) => (at < 1000 ? { status: 200 } : {}))
  expect(givenUp).toBe('wedged')
  expect(sent.filter(({ at }) => at >= 1000).length).toBeLessThanOrEqual(20)
  expect(new Set(unsent.map(({ stopReason }) => stopReason))).toEqual(new Set(['wedged']))
})

test('a run gives up within three minutes on a target that only returns 429', async () => {
  const { sent, took, givenUp } = await driven(300, () => ({ status: 429 }))
  expect(givenUp).toBe('overloaded')
  expect(took).toBeGreaterThan(30_000)
  expect(took).toBeLessThan(180_000)
  expect(sent.length).toBeLessThan(20)
})

test('a run does not wait for a pause of one day', async () => {
  const { took, givenUp, waiting } = await driven(300, () => ({ status: 429, headers: [['retry-after', '86400']] }))
  expect(givenUp).toBe('overloaded')
  expect(waiting).toEqual({ askedMs: 86_400_000 })
  expect(took).toBeLessThan(60_000)
})

test('a run that times out during a requested pause reports its length', async () => {
  const target: Target = (at) => (at < 2000 ? { status: 200 } : { status: 429, headers: [['retry-after', '60']] })
  const { waiting, unsent } = await driven(300, target, { maxTimeMs: 10_000 })
  expect(new Set(unsent.map(({ stopReason }) => stopReason))).toEqual(new Set(['max-time']))
  expect(waiting).toEqual({ askedMs: 60_000 })
})

test('a run that times out after the target recovered reports no pause', async () => {
  const target: Target = (at) =>
    at > 2000 && at < 4000 ? { status: 429, headers: [['retry-after', '3']] } : { status: 200 }
  const { waiting } = await driven(300, target, { maxTimeMs: 10_000 })
  expect(waiting).toBeUndefined()
})

test('violations without a response do not end a run', async () => {
  const breaks = (id: string) => /^c\d/.test(id) && id >= 'c010'
  const { served, givenUp } = await driven(60, (_, id) => (breaks(id) ? {} : { status: 200 }), {}, breaks)
  expect(givenUp).toBeUndefined()
  expect([...served].filter((id) => id.startsWith('c0'))).toHaveLength(10)
})

test('the same seed gives the same delays, and another seed gives other delays', async () => {
  const times = async (seed: number) => {
    const context = { seed, profile: 'standard', operations: endpoints } as const
    return (await driven(8, limiter(3, 5000), { context })).sent.map(({ id, at }) => `${id} ${at}`)
  }
  expect(await times(1)).toEqual(await times(1))
  expect(await times(1)).not.toEqual(await times(2))
})

test('limits hold and every case is accounted for, whatever the target responds', async () => {
  const answer = fc.constantFrom(200, 200, 200, 400, 429, 500, 503, undefined)
  const bounds = fc.record({
    concurrency: fc.integer({ min: 1, max: 9 }),
    maxRequests: fc.integer({ min: 1, max: 60 }),
    rate: fc.integer({ min: 1, max: 50 }),
    maxTimeMs: fc.integer({ min: 100, max: 60_000 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 40 }), bounds, async (answers, bound) => {
      let asked = 0
      const next = (): ReturnType<Target> => {
        const status = answers[asked++ % answers.length]
        return status === undefined ? {} : { status }
      }
      const { sent, most, took, unsent } = await driven(25, next, bound)
      expect(most).toBeLessThanOrEqual(bound.concurrency)
      expect(sent.length).toBeLessThanOrEqual(bound.maxRequests)
      expect(took).toBeLessThanOrEqual(bound.maxTimeMs)
      const starts = sent.map(({ at }) => at)
      for (const [index, at] of starts.entries())
        if (index > 0) expect(at - starts[index - 1]!).toBeGreaterThanOrEqual(1000 / bound.rate - 1e-6)
      const begun = new Set(sent.map(({ caseId }) => caseId))
      for (const { id } of planOf(25).cases) expect(begun.has(id) || unsent.some((one) => one.id === id)).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('virtual time passes in order', async () => {
  const clock: VirtualClock = virtualClock()
  const { signal } = new AbortController()
  const seen: number[] = []
  const sleep = async (ms: number) => [await clock.sleep(ms, signal), seen.push(clock.now())]
  await clock.until(Promise.all([sleep(30), sleep(10), sleep(20)]))
  expect(seen).toEqual([10, 20, 30])
})
