import { expect, test } from 'vitest'
import type { Case } from '../../model/plan.ts'
import { reserveOf } from './reserve.ts'

const request = { method: 'POST', path: '/v1/messages', headers: [], body: new Uint8Array() }

function packed(id: string, calls: number, ...parts: readonly Case[]): Case {
  const told = { operation: 'messages.create', origin: 'coverage', purpose: id, request, aims: [] } as const
  return { id, ...told, cost: { calls, images: 0 }, parts }
}

test('a pack may be divided down to its last parts, and each of those may be paid for instead of it', () => {
  const pack = packed('p', 1, packed('p.1', 1, packed('p.1.1', 1), packed('p.1.2', 1)), packed('p.2', 1))
  expect(reserveOf({ cases: [pack, packed('q', 1)], probes: [] }).division).toEqual({
    requests: 4,
    calls: 2,
    images: 0,
  })
})

test('what is told apart and made smaller is bounded, and paid for only where the plan pays for its like', () => {
  const { tellingApart, shrinking } = reserveOf({ cases: [packed('q', 1)], probes: [] })
  expect(tellingApart).toEqual({ requests: 100, calls: 100, images: 0 })
  expect(shrinking).toEqual({ requests: 100, calls: 100, images: 0 })
})

test('what probes send where much in one request is refused counts as division', () => {
  const probe = { id: 'p', operation: 'messages.create', purpose: 'p', profile: 'standard', aims: [] } as const
  const probes = [
    {
      ...probe,
      requests: 1,
      cost: { calls: 1, images: 0 },
      ifRefused: { requests: 5, calls: 4, images: 0 },
      *steps() {},
    },
    { ...probe, requests: 3, cost: { calls: 3, images: 0 }, *steps() {} },
  ]
  expect(reserveOf({ cases: [], probes }).division).toEqual({ requests: 5, calls: 4, images: 0 })
})
