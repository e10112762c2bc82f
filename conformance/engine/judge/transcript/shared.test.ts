import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Ruling } from '../ruling.ts'
import { findShared } from './shared.ts'
import { shapeOf } from './sizes.ts'
import type { Trace } from './trace.ts'

interface Sent {
  readonly body: object
  readonly fails?: true
  readonly startedAt?: number
  readonly endedAt?: number
}

/** Returns what the failing ones of these requests share. Each is sent after the one before unless it has other times. */
function sharedIn(sent: readonly Sent[]): Ruling['shared'] {
  const traces = sent.map(({ body, startedAt, endedAt }, index) => ({
    exchange: `e${index}`,
    identity: JSON.stringify(body),
    isOfRun: true,
    startedAt: startedAt ?? index * 10,
    endedAt: endedAt ?? index * 10 + 5,
    shape: shapeOf({ body }, JSON.stringify(body).length),
  })) as unknown as readonly Trace[]
  const idsOf = (fails: boolean) =>
    new Set(sent.flatMap((one, index) => ((one.fails === true) === fails ? [`e${index}`] : [])))
  const ruling = {
    requirement: { kind: 'exchange' },
    verdict: 'fail',
    violatingExchanges: idsOf(true),
    passingExchanges: idsOf(false),
  } as unknown as Ruling
  return findShared(traces).add(ruling).shared
}

const passing = [{ body: { n: 1 } }, { body: { n: 2 } }, { body: { n: 1, style: 'a' } }, { body: { n: 2, style: 'b' } }]

test.each<[string, readonly Sent[], string]>([
  [
    'a value',
    [...passing, ...[1, 2].map((n) => ({ body: { n, style: null }, fails: true as const }))],
    'the 2 with `style` null fail, the 4 others pass',
  ],
  [
    'a member with several values',
    [...passing, ...['x', 'y'].map((user) => ({ body: { n: 1, user }, fails: true as const }))],
    'the 2 with `user` fail, the 4 others pass',
  ],
  [
    'a number of items',
    [
      ...[1, 2, 3].map((count) => ({ body: { stop: Array(count).fill('a') } })),
      ...[4, 5].map((count) => ({ body: { stop: Array(count).fill('a') }, fails: true as const })),
    ],
    'the 2 with 4 items or more in stop fail, the 3 others pass',
  ],
  [
    'a repetition',
    [...passing, ...passing.slice(0, 2).map((one) => ({ ...one, fails: true as const }))],
    'the 2 that repeat an earlier request fail, the 4 others pass',
  ],
  [
    'others under way',
    [
      ...passing,
      { body: { n: 3 }, fails: true, startedAt: 100, endedAt: 120 },
      { body: { n: 0 }, fails: true, startedAt: 110, endedAt: 130 },
      ...[4, -1].map((n, index) => ({ body: { n }, startedAt: 200 + 10 * index, endedAt: 205 + 10 * index })),
    ],
    'the 2 that were sent while others were under way fail, the 6 others pass',
  ],
])('%s is what failing requests share', (what, sent, text) => {
  expect(sharedIn(sent)?.text).toBe(text)
  expect(sharedIn(sent)?.isAmongOthers === true).toBe(what === 'others under way')
})

test('the request to compare with is the passing one that is closest to the smallest failing one', () => {
  const failing = [
    { body: { n: 2, style: null, more: { deep: 1 } }, fails: true },
    { body: { n: 2, style: null }, fails: true },
  ] as const
  expect(sharedIn([...passing, ...failing])?.closest).toBe('e1')
})

test('nothing is said of a single failing request, or of few passing ones', () => {
  expect(sharedIn([...passing, { body: { style: null }, fails: true }])).toBeUndefined()
  const failing = [1, 2].map((n) => ({ body: { n, style: null }, fails: true as const }))
  expect(sharedIn([...passing.slice(0, 2), ...failing])).toBeUndefined()
})

test('what is said to be shared is in every failing request and in no passing one', () => {
  const anyBody = fc.record({ a: fc.constantFrom(1, 2), b: fc.constantFrom(null, 'x') }, { requiredKeys: [] })
  const anySent = fc.array(fc.record({ body: anyBody, fails: fc.constantFrom(true as const, undefined) }), {
    maxLength: 9,
  })
  fc.assert(
    fc.property(anySent, (sent) => {
      const [, member, value] = /^the \d+ with `(\w)`(?: (\S+))? fail/.exec(sharedIn(sent as Sent[])?.text ?? '') ?? []
      if (member === undefined) return
      const has = ({ body }: { readonly body: object }) => {
        const own = (body as Record<string, unknown>)[member]
        return own !== undefined && (value === undefined || JSON.stringify(own) === value)
      }
      expect(sent.map(has)).toEqual(sent.map(({ fails }) => fails === true))
    }),
  )
})
