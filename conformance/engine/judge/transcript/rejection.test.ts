import { expect, test } from 'vitest'
import {
  beyondRejected,
  bodyRejected,
  exchange,
  hot,
  inTime,
  judgeOf,
  plain,
  plainAccepted,
  verdictOf,
  warm,
  withBody,
} from '../one-sentence.fixture.ts'
import { neverServedInWords } from './rejection.ts'
import type { Trace } from './trace.ts'

test('a rejection passes if its control request was accepted, in any order', () => {
  expect(verdictOf(beyondRejected, exchange(plain, 200), exchange(hot, 400))).toBe('pass')
  expect(verdictOf(beyondRejected, exchange(hot, 400), exchange(plain, 200))).toBe('pass')
  expect(verdictOf(beyondRejected, exchange(warm, 200), exchange(hot, 400))).toBe('pass')
})

test('a rejection without an accepted control request is not tested', () => {
  expect(verdictOf(beyondRejected, exchange(hot, 400))).toBe('untested')
  expect(verdictOf(beyondRejected, exchange(plain, 400), exchange(hot, 400))).toBe('untested')
  const other = { ...plain, max_tokens: 17 }
  expect(verdictOf(beyondRejected, exchange(other, 200), exchange(hot, 400))).toBe('untested')
})

test.each([
  ['was not accepted', [exchange(plain, 400)], 'not tested: the same request without the violation was not accepted'],
  ['was not sent', [], 'not tested: no valid request was sent to compare the invalid one with'],
])('a rejection that is not tested because its control request %s says so', (_what, others, why) => {
  const judge = judgeOf(beyondRejected)
  for (const one of [...others, exchange(hot, 400)]) judge.see(one)
  expect(judge.conclude().at(-1)).toMatchObject({ verdict: 'untested', untested: why })
})

test('an accepted invalid request fails without any control request', () => {
  expect(verdictOf(beyondRejected, exchange(hot, 200))).toBe('fail')
})

test('an unrecognised 2xx response to an invalid request fails only if the control request is accepted', () => {
  expect(verdictOf(beyondRejected, exchange(hot, 200, {}))).toBe('untested')
  expect(verdictOf(beyondRejected, exchange(plain, 200), exchange(hot, 200, {}))).toBe('fail')
})

test('a dropped connection is inconclusive, or not tested where the requirement allows it', () => {
  const mayBeCutOff = { ...beyondRejected, mayBeCutOff: true }
  expect(verdictOf(beyondRejected, exchange(plain, 200), exchange(hot, null))).toBe('inconclusive')
  expect(verdictOf(mayBeCutOff, exchange(plain, 200), exchange(hot, null))).toBe('untested')
  expect(verdictOf(mayBeCutOff, exchange(hot, null))).toBe('untested')
  expect(verdictOf(mayBeCutOff, exchange(plain, 200), exchange(hot, null), exchange(hot, 429))).toBe('inconclusive')
  expect(verdictOf(mayBeCutOff, exchange(plain, 200), exchange(hot, null), exchange(hot, 200))).toBe('fail')
})

test('an accepted request that violates a contested rule fails, and the finding says why it is contested', () => {
  const contested = { ...beyondRejected, contested: 'since 2026 a client sends it' }
  const ruling = (subject: typeof contested | typeof beyondRejected) => {
    const judge = judgeOf(subject)
    judge.see(exchange(hot, 200))
    return judge.conclude().at(-1)
  }
  expect(ruling(contested)?.verdict).toBe('fail')
  expect(ruling(contested)?.findings[0]?.message).toContain('This rule is contested: since 2026 a client sends it.')
  expect(ruling(beyondRejected)?.findings[0]?.message).not.toContain('contested')
})

test('a request that violates two requirements is not judged', () => {
  const twice = { ...hot, max_tokens: 0 }
  expect(verdictOf(beyondRejected, exchange(plain, 200), exchange(twice, 400))).toBe('untested')
  expect(verdictOf(beyondRejected, exchange(plain, 200), exchange(twice, 200))).toBe('untested')
})

test('a server error fails a rejection only if it repeats and the control request is accepted', () => {
  expect(verdictOf(beyondRejected, exchange(hot, 500), exchange(plain, 200), exchange(hot, 500))).toBe('fail')
  expect(verdictOf(beyondRejected, exchange(plain, 200), exchange(hot, 500))).toBe('inconclusive')
  expect(verdictOf(beyondRejected, exchange(hot, 500), exchange(hot, 500))).toBe('untested')
})

test('errors during an outage are inconclusive: no request is accepted between the attempts', () => {
  const exchanges = inTime(exchange(plain, 200), exchange(hot, 503), exchange(hot, 503))
  expect(verdictOf(beyondRejected, ...exchanges)).toBe('inconclusive')
})

test('attempts during an outage do not count, even if another attempt follows it', () => {
  const answers = [
    exchange(hot, 503),
    exchange(plain, 503),
    exchange(plain, 200),
    exchange(hot, 503),
    exchange(plain, 200),
  ]
  expect(verdictOf(beyondRejected, ...inTime(...answers))).toBe('inconclusive')
  expect(verdictOf(beyondRejected, ...inTime(...answers, exchange(hot, 503)))).toBe('fail')
})

test.each([401, 403])('status %s is a rejection if the same key is accepted for the control request', (status) => {
  expect(verdictOf(beyondRejected, exchange(plain, 200), exchange(hot, status))).toBe('pass')
  expect(verdictOf(beyondRejected, exchange(plain, status), exchange(hot, status))).toBe('untested')
  expect(verdictOf(plainAccepted, exchange(plain, status))).toBe('inconclusive')
})

test.each([401, 403])('status %s is no rejection if the key is refused afterwards: a quota is used up', (status) => {
  const midway = inTime(exchange(plain, 200), exchange(hot, status), exchange(plain, status))
  expect(verdictOf(beyondRejected, ...midway)).toBe('inconclusive')
  expect(verdictOf(beyondRejected, ...inTime(...midway, exchange(plain, 200)))).toBe('inconclusive')
  expect(verdictOf(beyondRejected, ...inTime(...midway, exchange(plain, 200), exchange(hot, status)))).toBe('pass')
})

test('a 429 on every attempt is not a rejection, unless the target limits valid requests too', () => {
  const limited = [
    exchange(hot, 429),
    exchange(plain, 200),
    exchange(hot, 429),
    exchange(plain, 200),
    exchange(hot, 429),
  ]
  expect(verdictOf(beyondRejected, ...limited)).toBe('fail')
  expect(verdictOf(beyondRejected, ...limited, exchange(warm, 429))).toBe('inconclusive')
})

test.each([402, 302])('status %s on every attempt is not a rejection', (status) => {
  expect(verdictOf(beyondRejected, exchange(hot, status), exchange(plain, 200), exchange(hot, status))).toBe('fail')
})

test.each([503, null])('%s on every attempt is not a rejection, even if the target claims to be busy', (status) => {
  expect(verdictOf(beyondRejected, exchange(hot, status), exchange(plain, 200), exchange(hot, status))).toBe('fail')
  expect(verdictOf(beyondRejected, exchange(plain, 200), exchange(hot, status), exchange(hot, 400))).toBe('pass')
  expect(verdictOf(beyondRejected, exchange(plain, 200), exchange(hot, status), exchange(hot, 429))).toBe(
    'inconclusive',
  )
})

test('attempts belong together only if they sent the same bytes', () => {
  const malformed = (text: string, status: number | null) => withBody(exchange(plain, status), text)
  const seen = [malformed('{"max', 500), malformed('{"max_tokens":', 400)]
  expect(verdictOf(bodyRejected, exchange(plain, 200), ...seen)).toBe('inconclusive')
  expect(verdictOf(bodyRejected, exchange(plain, 200), ...seen, malformed('{"max', 500))).toBe('fail')
})

test.each([429, 503, 402, 302, null])('status %s makes a rejection or an acceptance inconclusive', (status) => {
  expect(verdictOf(beyondRejected, exchange(plain, 200), exchange(hot, status))).toBe('inconclusive')
  expect(verdictOf(plainAccepted, exchange(plain, status))).toBe('inconclusive')
})

test('a wrong value is not judged if every valid request with that member is rejected', () => {
  const rest = [exchange(plain, 200), exchange(hot, 400)]
  expect(verdictOf(beyondRejected, ...rest, exchange(warm, 400))).toBe('untested')
  expect(verdictOf(beyondRejected, ...rest, exchange(warm, 400), exchange({ ...warm, max_tokens: 17 }, 200))).toBe(
    'pass',
  )
})

test('a response is said to be cut off only if the target broke it off', () => {
  const reset = { status: 200, fate: 'broken' } as Trace
  const unended = { ...reset, isTimedOut: true } as Trace
  expect(neverServedInWords([reset, reset])).toBe('cut off its response (200) on every attempt')
  expect(neverServedInWords([unended, unended])).toBe('did not end its response (200) on any attempt')
})
