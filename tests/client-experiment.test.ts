import { expect, test } from 'vitest'
import { type Baseline, baselineOf, compared } from './clients/experiment/compare.ts'
import { differencesBetween } from './clients/experiment/differences.ts'
import type { Observed } from './clients/experiment/observe.ts'
import { shareOf } from './clients/experiment/share.ts'

const value = (given: unknown): Observed => ({ kind: 'value', value: given })
const baseline = baselineOf([
  value({ text: 'blue', id: 1, usage: { in: 3 } }),
  value({ text: 'blue', id: 2, usage: { in: 3 } }),
])
const known = baseline as Baseline

test('what differs from run to run is not compared', () => {
  expect(compared(known, value({ text: 'blue', id: 3, usage: { in: 3 } }))).toEqual({ outcome: 'same' })
})

test.each([
  ['another value', { text: 'red', usage: { in: 3 } }, 'different value', '/text: "blue" → "red"'],
  ['no value', { text: '', usage: { in: 3 } }, 'silently missing', '/text: "blue" → absent'],
  ['null for an object', { text: 'blue', usage: null }, 'silently missing', '/usage/in: 3 → absent'],
  ['a text for an object', { text: 'blue', usage: '3' }, 'different value', '/usage/in: 3 → absent (and 1 more)'],
  ['a further value', { text: 'blue', usage: { in: 3 }, more: 1 }, 'different value', '/more: absent → 1'],
  [
    'a missing value beside another',
    { text: 'red', usage: {} },
    'silently missing',
    '/usage/in: 3 → absent (and 1 more)',
  ],
])('%s has its outcome and its path', (_, found, outcome, detail) => {
  expect(compared(known, value(found))).toEqual({ outcome, detail })
})

test('an exception has its class and the first line of its message', () => {
  const observed: Observed = { kind: 'exception', class: 'TypeError', message: 'no text\n  at line 1' }
  expect(compared(known, observed)).toEqual({ outcome: 'exception', detail: 'TypeError: no text' })
})

test('an exercise that fails without a fault has no baseline', () => {
  expect(baselineOf([value(1), { kind: 'hang' }])).toBeUndefined()
})

test('a check compares outcomes and paths, but not values that a client draws', () => {
  const result = { client: 'a', operation: 'messages.create', exercise: 'text', outcome: 'different value' } as const
  const impact = (detail: string) => ({
    fault: 'f',
    requirements: [],
    tried: ['a'],
    results: [{ ...result, detail }],
  })
  expect(differencesBetween(impact('/id: 1 → 2'), impact('/id: 1 → 3'))).toEqual([])
  expect(differencesBetween(impact('/id: 1 → 2'), impact('/text: 1 → 3'))).toEqual([
    'f: a, text: different value (/id), now different value (/text)',
  ])
  expect(differencesBetween(undefined, impact('/id: 1 → 2'))).toHaveLength(1)
})

test('the shares of a list are the list', () => {
  expect([1, 2, 3].flatMap((share) => shareOf(['a', 'b', 'c', 'd'], `${share}/3`)).sort()).toEqual(['a', 'b', 'c', 'd'])
  expect(() => shareOf([], '4/3')).toThrow('--shard is 4/3')
})
