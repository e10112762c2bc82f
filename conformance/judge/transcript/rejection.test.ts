import { expect, test } from 'vitest'
import {
  beyondRejected,
  bodyRejected,
  exchange,
  hot,
  plain,
  plainAccepted,
  verdictOf,
  warm,
  withBody,
} from '../one-sentence.fixture.ts'

test('a rejection counts once its control request was accepted, in whatever order', () => {
  expect(verdictOf(beyondRejected, exchange(plain, 200), exchange(hot, 400))).toBe('pass')
  expect(verdictOf(beyondRejected, exchange(hot, 400), exchange(plain, 200))).toBe('pass')
  expect(verdictOf(beyondRejected, exchange(warm, 200), exchange(hot, 400))).toBe('pass')
})

test('a rejection without an accepted control request is no pass', () => {
  expect(verdictOf(beyondRejected, exchange(hot, 400))).toBe('untested')
  expect(verdictOf(beyondRejected, exchange(plain, 400), exchange(hot, 400))).toBe('untested')
  const other = { ...plain, max_tokens: 17 }
  expect(verdictOf(beyondRejected, exchange(other, 200), exchange(hot, 400))).toBe('untested')
})

test('accepting a forbidden request is a violation without any control request', () => {
  expect(verdictOf(beyondRejected, exchange(hot, 200))).toBe('fail')
})

test('a success that is no reply of the operation is no rejection, and tells so where the control request is accepted', () => {
  expect(verdictOf(beyondRejected, exchange(hot, 200, {}))).toBe('untested')
  expect(verdictOf(beyondRejected, exchange(plain, 200), exchange(hot, 200, {}))).toBe('fail')
})

test('a connection that is broken off leaves it open, except where that is allowed and the control request was served', () => {
  const mayBeCutOff = { ...beyondRejected, mayBeCutOff: true }
  expect(verdictOf(beyondRejected, exchange(plain, 200), exchange(hot, null))).toBe('inconclusive')
  expect(verdictOf(mayBeCutOff, exchange(plain, 200), exchange(hot, null))).toBe('untested')
  expect(verdictOf(mayBeCutOff, exchange(hot, null))).toBe('untested')
  expect(verdictOf(mayBeCutOff, exchange(plain, 200), exchange(hot, null), exchange(hot, 429))).toBe('inconclusive')
  expect(verdictOf(mayBeCutOff, exchange(plain, 200), exchange(hot, null), exchange(hot, 200))).toBe('fail')
})

test('a request that breaks two sentences tells nothing', () => {
  const twice = { ...hot, max_tokens: 0 }
  expect(verdictOf(beyondRejected, exchange(plain, 200), exchange(twice, 400))).toBe('untested')
  expect(verdictOf(beyondRejected, exchange(plain, 200), exchange(twice, 200))).toBe('untested')
})

test('a server error is a violation of a rejection only when it repeats and the control is served', () => {
  expect(verdictOf(beyondRejected, exchange(hot, 500), exchange(plain, 200), exchange(hot, 500))).toBe('fail')
  expect(verdictOf(beyondRejected, exchange(plain, 200), exchange(hot, 500))).toBe('inconclusive')
  expect(verdictOf(beyondRejected, exchange(hot, 500), exchange(hot, 500))).toBe('untested')
})

test('an outage is no violation: nobody is served between the attempts', () => {
  const inTime = [exchange(plain, 200), exchange(hot, 503), exchange(hot, 503)].map((one, at) => ({
    ...one,
    startedAt: at,
  }))
  expect(verdictOf(beyondRejected, ...inTime)).toBe('inconclusive')
})

test('attempts during an outage do not count, even if another one follows when it is over', () => {
  const answers = [
    exchange(hot, 503),
    exchange(plain, 503),
    exchange(plain, 200),
    exchange(hot, 503),
    exchange(plain, 200),
  ]
  const inTime = answers.map((one, at) => ({ ...one, startedAt: at }))
  expect(verdictOf(beyondRejected, ...inTime)).toBe('inconclusive')
  const again = { ...exchange(hot, 503), startedAt: answers.length }
  expect(verdictOf(beyondRejected, ...inTime, again)).toBe('fail')
})

test.each([401, 403])('a status %s is a rejection where the same key is served on the control request', (status) => {
  expect(verdictOf(beyondRejected, exchange(plain, 200), exchange(hot, status))).toBe('pass')
  expect(verdictOf(beyondRejected, exchange(plain, status), exchange(hot, status))).toBe('untested')
  expect(verdictOf(plainAccepted, exchange(plain, status))).toBe('inconclusive')
})

test.each([402, 302])('a status %s each time is no rejection', (status) => {
  expect(verdictOf(beyondRejected, exchange(hot, status), exchange(plain, 200), exchange(hot, status))).toBe('fail')
})

test.each([503, null])('%s each time is no rejection, however busy the target says it is', (status) => {
  expect(verdictOf(beyondRejected, exchange(hot, status), exchange(plain, 200), exchange(hot, status))).toBe('fail')
  expect(verdictOf(beyondRejected, exchange(plain, 200), exchange(hot, status), exchange(hot, 400))).toBe('pass')
  expect(verdictOf(beyondRejected, exchange(plain, 200), exchange(hot, status), exchange(hot, 429))).toBe(
    'inconclusive',
  )
})

test('attempts are of one request only where the same bytes were sent', () => {
  const malformed = (text: string, status: number | null) => withBody(exchange(plain, status), text)
  const seen = [malformed('{"max', 500), malformed('{"max_tokens":', 400)]
  expect(verdictOf(bodyRejected, exchange(plain, 200), ...seen)).toBe('inconclusive')
  expect(verdictOf(bodyRejected, exchange(plain, 200), ...seen, malformed('{"max', 500))).toBe('fail')
})

test.each([429, 503, 402, 302, null])('status %s neither keeps nor breaks a rejection or an acceptance', (status) => {
  expect(verdictOf(beyondRejected, exchange(plain, 200), exchange(hot, status))).toBe('inconclusive')
  expect(verdictOf(plainAccepted, exchange(plain, status))).toBe('inconclusive')
})

test('where every valid request with a member is rejected, a wrong value of that member tells nothing', () => {
  const rest = [exchange(plain, 200), exchange(hot, 400)]
  expect(verdictOf(beyondRejected, ...rest, exchange(warm, 400))).toBe('untested')
  expect(verdictOf(beyondRejected, ...rest, exchange(warm, 400), exchange({ ...warm, max_tokens: 17 }, 200))).toBe(
    'pass',
  )
})
