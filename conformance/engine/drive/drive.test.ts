import { expect, test } from 'vitest'
import { exchangeWith, responseWith } from '../../core/model/exchange.fixture.ts'
import type { Exchange, RecordedRequest, ResponseHead } from '../../core/model/exchange.ts'
import type { ResponseClass } from '../../core/model/observation.ts'
import type { Case, Plan, Probe } from '../../core/model/plan.ts'
import { endpoints } from '../../core/model/vocabulary.ts'
import type { SentAs } from '../../core/model/why.ts'
import { jsonOperation } from '../generate/one-schema.fixture.ts'
import type { Clock } from './clock.ts'
import { type DriveOptions, drive } from './drive.ts'
import type { DrivingJudge } from './driving-judge.ts'
import { plannedFor, violationOf } from './planned-case.fixture.ts'
import { beyondPlan, newSpending } from './spending.ts'

const operation = jsonOperation()
const clock: Clock = { now: () => 0, sleep: () => Promise.resolve() }
const free = { calls: 0, images: 0 }
const paid = { calls: 1, images: 0 }

const planned = (id: string, more: Partial<Case> = {}) => plannedFor(operation, id, more)

/** The `toShow` of the cases of `planned`. */
const showingNothing = { operation: operation.id, requirements: [] }

function planOf(cases: readonly Case[], probes: readonly Probe[] = []): Plan {
  return { cases, probes, aims: new Set(), requests: cases.length, cost: free }
}

/** The answers of a target, and the exchanges that the judge would hold against it. */
interface Behaving {
  readonly statusOf?: (id: string) => number
  /** Returns the exchanges whose requests have to fail again, once these are sent. */
  readonly failsAgain?: (sent: readonly string[]) => readonly string[]
}

/** Drives a plan against a target whose response classes `receive` returns. */
async function driven(
  plan: Plan,
  receive: (id: string) => ResponseClass,
  { statusOf = () => 200, failsAgain = () => [], ...more }: Partial<DriveOptions> & Behaving = {},
) {
  const sent: string[] = []
  const send = async (request: RecordedRequest, { id }: SentAs): Promise<Exchange> => {
    sent.push(id)
    return exchangeOf(id, request, statusOf(id))
  }
  const judge: DrivingJudge = {
    see: ({ id }) => ({ responseClass: receive(id) }),
    failing: () => [],
    unproven: () => failsAgain(sent),
    retry: () => 'pass',
  }
  const context = { seed: 1, profile: 'standard', operations: endpoints } as const
  const result = await drive({ plan, operations: [operation], send, judge, context, clock, ...more })
  return { sent, ...result }
}

function callsAtMost(calls: number): Pick<DriveOptions, 'spending'> {
  return { spending: newSpending({ calls, images: 0 }) }
}

function exchangeOf(id: string, request: RecordedRequest, status: number): Exchange {
  return exchangeWith({ id, request, response: responseWith([], { status, headers: [['x-id', id]] }) })
}

test('a busy target gets at most four attempts, each recorded as its own exchange', async () => {
  const { sent } = await driven(planOf([planned('a')]), () => 'busy')
  expect(sent).toEqual(['a', 'a~2', 'a~3', 'a~4'])
})

test('the requests of the plan that were sent are counted once, without control requests', async () => {
  const cases = [planned('a'), planned('b'), planned('c')]
  const { planSent, requests, sent } = await driven(planOf(cases), (id) => (id === 'b' ? 'failed' : 'accepted'))
  expect(planSent).toBe(3)
  expect(sent).toContain('b~2')
  expect(requests).toBe(sent.length)
  expect(await driven(planOf(cases), () => 'accepted', { maxRequests: 2 })).toMatchObject({ planSent: 2 })
})

test('an accepted response ends the attempts', async () => {
  const { sent } = await driven(planOf([planned('a')]), (id) => (id === 'a' ? 'failed' : 'accepted'))
  expect(sent).toEqual(['a', 'a~2'])
})

test('rejected and denied requests are not repeated', async () => {
  const { sent } = await driven(planOf([planned('a'), planned('b')]), (id) => (id === 'a' ? 'rejected' : 'denied'))
  expect(sent).toEqual(['a', 'b'])
})

test('what would count as a failure is sent again twice in a row, and so is an accepted request', async () => {
  const receive = (id: string): ResponseClass => (id.startsWith('b') ? 'rejected' : 'accepted')
  const { sent, unproven } = await driven(planOf([planned('a'), planned('b')]), receive, {
    failsAgain: (exchanges) => (exchanges.filter((id) => id.startsWith('b')).length < 3 ? ['b'] : []),
  })
  const proof = sent.slice(sent.indexOf('b~2') - 2).map((id) => id.split(/[~/]/)[0])
  expect(proof.join(' ')).toMatch(/^(\S+ \S+ )?control control b b|b b control control b$/)
  expect(unproven).toBe(0)
})

test('a failure that is not shown within the limit is counted', async () => {
  const spending = newSpending(undefined, undefined, { ...beyondPlan(2), proofs: 3 })
  const receive = (id: string): ResponseClass => (id.startsWith('b') ? 'rejected' : 'accepted')
  const options = { spending, failsAgain: () => ['b'] }
  const { unproven, sent } = await driven(planOf([planned('a'), planned('b')]), receive, options)
  expect(unproven).toBe(1)
  expect(sent.filter((id) => id.startsWith('b~') || id.startsWith('control/'))).toHaveLength(3)
})

test('a stream that ends with an error event is sent again if its operation serves others', async () => {
  const receive = (id: string): ResponseClass => (id === 'b' ? 'errored' : 'accepted')
  const { sent } = await driven(planOf([planned('a'), planned('b')]), receive, { concurrency: 1 })
  expect(sent.filter((id) => id.startsWith('b'))).toEqual(['b', 'b~2'])
  expect((await driven(planOf([planned('b')]), () => 'errored')).sent).toEqual(['b'])
})

test('accepted calls never exceed the limit, and unsent cases are listed', async () => {
  const cases = Array.from({ length: 9 }, (_, index) => planned(`c${index}`))
  const { billed, unsent, sent } = await driven(planOf(cases), () => 'accepted', callsAtMost(4))
  expect(billed.calls).toBe(4)
  expect(sent).toHaveLength(4)
  expect(unsent).toEqual(
    ['c4', 'c5', 'c6', 'c7', 'c8'].map((id) => ({ id, stopReason: 'max-billed', toShow: showingNothing })),
  )
})

test('the reservation of a rejected request is released', async () => {
  const cases = Array.from({ length: 6 }, (_, index) => planned(`c${index}`))
  const { sent } = await driven(planOf(cases), (id) => (id < 'c4' ? 'rejected' : 'accepted'), callsAtMost(2))
  expect(sent).toHaveLength(6)
})

test('an accepted violation is billed and does not exceed the limit', async () => {
  const cases = Array.from({ length: 5 }, (_, index) => planned(`c${index}`, { cost: free, why: violationOf('type') }))
  const { sent, billed } = await driven(planOf(cases), () => 'accepted', callsAtMost(1))
  expect(billed.calls).toBe(1)
  expect(sent).toHaveLength(1)
})

test('cases beyond the request budget are listed as unsent', async () => {
  const cases = Array.from({ length: 5 }, (_, index) => planned(`c${index}`))
  const { sent, unsent, requests } = await driven(planOf(cases), () => 'accepted', { maxRequests: 3 })
  expect(sent).toEqual(['c0', 'c1', 'c2'])
  expect(requests).toBe(3)
  expect(unsent).toEqual(['c3', 'c4'].map((id) => ({ id, stopReason: 'max-requests', toShow: showingNothing })))
})

function probeOf(id: string, steps: Probe['steps'], requests = 9): Probe {
  return { id, operation: operation.id, purpose: id, profile: 'smoke', aims: [], requests, cost: paid, steps }
}

const step = (name: string) => operation.write({ body: { step: name } })

test('a probe receives the response heads of its batch in request order, after retries', async () => {
  const handed: (readonly (ResponseHead | null)[])[] = []
  const probe = probeOf('p', function* () {
    handed.push(yield [step('one'), step('two')])
    handed.push(yield [step('three')])
  })
  const { sent } = await driven(planOf([], [probe]), (id) => (id === 'p/01' ? 'busy' : 'accepted'))
  const headOf = (id: string): ResponseHead => ({ status: 200, headers: [['x-id', id]] })
  expect(handed).toEqual([['p/01~2', 'p/02'].map(headOf), [headOf('p/03')]])
  expect(sent.sort()).toEqual(['control/01', 'p/01', 'p/01~2', 'p/02', 'p/03'])
})

test('control requests of the plan and of a round have different ids', async () => {
  const receive = (id: string): ResponseClass => (id === 'b' || id === 'd' ? 'failed' : 'accepted')
  async function* rounds() {
    yield { cases: [planned('c'), planned('d')], probes: [] }
  }
  const options = { rounds: rounds(), concurrency: 1 }
  const { sent } = await driven(planOf([planned('a'), planned('b')]), receive, options)
  expect(sent.filter((id) => id.startsWith('control/'))).toEqual(['control/01', 'control/02'])
})

test('a target that fails on every violation gets few control requests, though each one is billed', async () => {
  const violations = Array.from({ length: 9 }, (_, at) => planned(`v${at}`, { cost: free, why: violationOf('type') }))
  const receive = (id: string): ResponseClass => (id.startsWith('v') ? 'busy' : 'accepted')
  const { sent } = await driven(planOf([planned('a'), ...violations]), receive, { concurrency: 1 })
  expect(sent.filter((id) => id.startsWith('v'))).toHaveLength(4 * violations.length)
  expect(sent.filter((id) => id.startsWith('control/')).length).toBeLessThan(violations.length)
})

test('probes are sent after violations, and find half of the extra budget left', async () => {
  const violations = ['a', 'b', 'c'].map((id) => planned(id, { cost: free, why: violationOf('type', id), aims: [id] }))
  const steps: Probe['steps'] = function* () {
    yield [step('one')]
  }
  const probe = { ...probeOf('p', steps), cost: free }
  const { sent } = await driven(planOf(violations, [probe]), () => 'accepted', callsAtMost(4))
  expect(sent).toEqual(['a', 'b', 'p/01', 'c'])
})

test('a probe that throws or exceeds its request count is reported as an error and stops nothing else', async () => {
  const broken = probeOf('broken', () => {
    throw new Error('no such step')
  })
  const greedy = probeOf(
    'greedy',
    function* () {
      yield [step('one'), step('two')]
    },
    1,
  )
  const { errors, sent } = await driven(planOf([planned('a')], [broken, greedy]), () => 'accepted')
  expect(errors.map(({ id }) => id).sort()).toEqual(['broken', 'greedy'])
  expect(sent).toEqual(['a'])
})

test('a probe that exceeds the remaining budget is not started', async () => {
  const probe = probeOf('p', function* () {
    yield [step('one')]
  })
  const { sent, unsent } = await driven(planOf([planned('a')], [probe]), () => 'accepted', callsAtMost(1))
  expect(sent).toEqual(['a'])
  expect(unsent).toEqual([
    { id: 'p', stopReason: 'max-billed', toShow: { operation: probe.operation, requirements: probe.aims } },
  ])
})

test('progress ends with all planned requests counted', async () => {
  const seen: string[] = []
  await driven(planOf([planned('a'), planned('b')]), () => 'accepted', {
    onProgress: ({ id, planned }) => seen.push(`${id} of ${planned}`),
  })
  expect(seen).toEqual(['a of 2', 'b of 2'])
})

test('the same responses lead to the same requests', async () => {
  const plan = planOf([planned('a'), planned('b'), planned('c')])
  const receive = (id: string): ResponseClass => (id.startsWith('a') ? 'rejected' : id === 'b' ? 'busy' : 'accepted')
  const [one, other] = [await driven(plan, receive), await driven(plan, receive)]
  expect(one.sent).toEqual(other.sent)
})

test('further violations of a requirement are sent last once one was accepted', async () => {
  const broken = (id: string, rule: string) => planned(id, { why: violationOf('type', rule), aims: [rule] })
  const cases = [
    broken('a', 'x.one-rejected'),
    broken('b', 'x.one-rejected'),
    broken('c', 'x.other-rejected'),
    planned('d'),
  ]
  const { sent } = await driven(planOf([planned('plain'), ...cases]), () => 'accepted', { concurrency: 1 })
  expect(sent).toEqual(['plain', 'd', 'a', 'c', 'b'])
})
