import { expect, test } from 'vitest'
import { acrossExchanges, requirement } from '../../core/model/build.ts'
import type { Facet } from '../../core/model/exchange.ts'
import {
  beyondRejected,
  exchange,
  hot,
  judgeOf,
  plain,
  reply,
  sentence,
  verdictOf,
  warm,
} from './one-sentence.fixture.ts'

test('a check that throws gives the verdict "error"', () => {
  const broken = requirement({
    id: 'messages.broken-check',
    ...sentence,
    dimension: 'field',
    level: 'stated',
    needs: [],
    appliesTo: () => true,
    *check() {
      yield { message: 'before' }
      throw new Error('our defect')
    },
  })
  expect(verdictOf(broken, exchange(plain, 200))).toBe('error')
})

test('a requirement is inconclusive if the source did not capture a facet it needs', () => {
  const timed = requirement({
    id: 'messages.timed',
    ...sentence,
    dimension: 'stream',
    level: 'stated',
    needs: ['chunks'],
    appliesTo: () => true,
    *check() {},
  })
  const recorded = { ...exchange(plain, 200), captured: ['request-body', 'response-body'] } as const
  expect(verdictOf(timed, recorded)).toBe('inconclusive')
})

test('that the program was too busy to time a reply is told of an unspecified requirement, and decides nothing', () => {
  const timed = (level: 'stated' | 'unspecified', needs: readonly Facet[] = ['timing']) =>
    requirement({
      id: 'messages.timed',
      ...sentence,
      dimension: 'stream',
      level,
      needs,
      appliesTo: () => true,
      *check() {},
    })
  const untimed = { ...exchange(plain, 200), captured: ['request-body', 'response-body'] } as const
  const judge = judgeOf(timed('unspecified'))
  judge.see(untimed)
  expect(judge.conclude().at(-1)?.findings[0]?.message).toBe("the suite's own machine was too busy to time this")
  expect(verdictOf(timed('unspecified'), untimed)).toBe('fail')
  expect(verdictOf(timed('stated'), untimed)).toBe('inconclusive')
  expect(verdictOf(timed('unspecified', ['chunks', 'timing']), untimed)).toBe('inconclusive')
  expect(verdictOf(timed('unspecified'), { ...untimed, source: 'har' })).toBe('inconclusive')
})

test('redacted values are not judged, and other facets of the exchange still are', () => {
  const reading = (needs: readonly Facet[]) =>
    requirement({
      id: 'messages.reading',
      ...sentence,
      dimension: 'field',
      level: 'stated',
      needs,
      appliesTo: ({ responseClass }) => responseClass === 'accepted',
      *check({ json }) {
        if ((json as typeof reply).id !== 'msg_1') yield { message: 'another id' }
      },
    })
  const labelled = exchange(plain, 200, { ...reply, id: '«key:valid»' })
  const recorded = { ...labelled, redacted: ['response-body'] } as const
  expect(verdictOf(reading(['response-body']), labelled)).toBe('fail')
  expect(verdictOf(reading(['response-body']), recorded)).toBe('inconclusive')
  expect(verdictOf(reading(['response-headers']), { ...exchange(plain, 200), redacted: ['response-body'] })).toBe(
    'pass',
  )
})

test('a transcript requirement checks the facts collected from all exchanges', () => {
  const unique = acrossExchanges({
    id: 'messages.unique',
    ...sentence,
    dimension: 'field',
    level: 'stated',
    needs: ['response-body'],
    collect: (seen) => (seen.json as { id?: string } | undefined)?.id,
    *check(collected) {
      const met = new Set<string>()
      for (const { exchange: id, fact } of collected) {
        if (met.has(fact)) yield { exchange: id, message: `${fact} again` }
        met.add(fact)
      }
    },
  })
  expect(verdictOf(unique, exchange(plain, 200), exchange(warm, 200))).toBe('fail')
  expect(verdictOf(unique, exchange(plain, 200), exchange(warm, 200, { ...reply, id: 'msg_2' }))).toBe('pass')
})

test('a repeated request gets its first verdict even if only invalid responses support its control request', () => {
  const judge = judgeOf(beyondRejected)
  const failing = exchange(hot, 200, {})
  for (const one of [exchange(plain, 200, {}), exchange({ ...plain, temperature: 7 }, 400), failing]) judge.see(one)
  expect(judge.conclude().at(-1)?.verdict).toBe('fail')
  expect(judge.retry({ ...failing, id: 'again' })(beyondRejected.id)).toBe('fail')
})
