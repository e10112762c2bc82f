import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { IncomingRequest } from '../incoming-request.ts'
import { jsonReply, type Reply } from '../reply.ts'
import type { Fault } from './fault.ts'
import { sometimes } from './sometimes.ts'

const request = (): IncomingRequest => ({ endpoint: 'usage.token' }) as IncomingRequest
const good = jsonReply(200, { ok: true })
const bad: Fault = { id: 'bad', breaks: [], alter: (reply) => ({ ...reply, status: 500 }) }

const frequencies = fc
  .record({ hits: fc.integer({ min: 1, max: 12 }), among: fc.integer({ min: 1, max: 12 }) })
  .filter(({ hits, among }) => hits <= among)

function statuses(fault: Fault, count: number): readonly (number | undefined)[] {
  return Array.from({ length: count }, () => fault.alter?.(good, request()).status)
}

test('a frequency of N/M shows in N of M requests, whatever the seed', () => {
  fc.assert(
    fc.property(frequencies, fc.integer(), ({ hits, among }, seed) => {
      const fault = sometimes(bad, { hits, among }, seed)
      for (let round = 1; round <= 3; round++) {
        expect(statuses(fault, among).filter((status) => status === 500)).toHaveLength(hits)
        expect(fault.showing?.()).toEqual({ fault: 'bad', chances: round * among, shown: round * hits })
      }
    }),
  )
})

test('the same seed selects the same requests, and other seeds select others', () => {
  const of = (seed: number) => statuses(sometimes(bad, { hits: 1, among: 5 }, seed), 50).join()
  expect(of(7)).toBe(of(7))
  expect(new Set([1, 2, 3, 4].map(of)).size).toBe(4)
})

test('a reply that is only copied does not count as a chance', () => {
  const rewrites: Fault = { id: 'rewrites', breaks: [], alter: ({ body, ...reply }: Reply) => ({ ...reply, body }) }
  const fault = sometimes(rewrites, { hits: 1, among: 1 }, 1)
  expect(fault.alter?.(good, request())).toBe(good)
  expect(fault.showing?.()).toMatchObject({ chances: 0, shown: 0 })
})

test('all hooks of a fault share one decision per request', () => {
  const all: Fault = { ...bad, overlook: () => true, reject: () => true, admit: () => true }
  const fault = sometimes(all, { hits: 1, among: 2 }, 1)
  const violation = { pointer: '', keyword: 'type', message: '' }
  for (let number = 1; number <= 20; number++) {
    const one = request()
    const decisions = [fault.admit?.(one), fault.overlook?.(violation, one), fault.reject?.(one)]
    const isBroken = fault.alter?.(good, one).status === 500
    expect(new Set([...decisions, isBroken]).size).toBe(1)
  }
  expect(fault.showing?.()).toMatchObject({ chances: 20, shown: 10 })
})

test('a hook that returns false does not count as a chance', () => {
  const never: Fault = { id: 'never', breaks: [], overlook: () => false, reject: () => false, admit: () => false }
  const fault = sometimes(never, { hits: 1, among: 1 }, 1)
  const one = request()
  expect([fault.reject?.(one), fault.admit?.(one)]).toEqual([false, false])
  expect(fault.alter).toBeUndefined()
  expect(fault.showing?.().chances).toBe(0)
})
