import { expect, test } from 'vitest'
import { beyondRefused, exchange, hot, plain, plainAccepted, verdictOf, warm } from '../one-sentence.golden.ts'

test('a refusal counts once its good twin was accepted, in whatever order', () => {
  expect(verdictOf(beyondRefused, exchange(plain, 200), exchange(hot, 400))).toBe('pass')
  expect(verdictOf(beyondRefused, exchange(hot, 400), exchange(plain, 200))).toBe('pass')
  expect(verdictOf(beyondRefused, exchange(warm, 200), exchange(hot, 400))).toBe('pass')
})

test('a refusal without an accepted twin is no pass', () => {
  expect(verdictOf(beyondRefused, exchange(hot, 400))).toBe('untested')
  expect(verdictOf(beyondRefused, exchange(plain, 400), exchange(hot, 400))).toBe('untested')
  const other = { ...plain, max_tokens: 17 }
  expect(verdictOf(beyondRefused, exchange(other, 200), exchange(hot, 400))).toBe('untested')
})

test('accepting a forbidden request is a violation without any twin', () => {
  expect(verdictOf(beyondRefused, exchange(hot, 200))).toBe('fail')
  expect(verdictOf(beyondRefused, exchange(hot, 200, {}))).toBe('fail')
})

test('a connection that is broken off leaves it open, except where that is allowed and the good twin was served', () => {
  const mayBeCutOff = { ...beyondRefused, mayBeCutOff: true }
  expect(verdictOf(beyondRefused, exchange(plain, 200), exchange(hot, null))).toBe('inconclusive')
  expect(verdictOf(mayBeCutOff, exchange(plain, 200), exchange(hot, null))).toBe('untested')
  expect(verdictOf(mayBeCutOff, exchange(hot, null))).toBe('inconclusive')
  expect(verdictOf(mayBeCutOff, exchange(plain, 200), exchange(hot, null), exchange(hot, 503))).toBe('inconclusive')
  expect(verdictOf(mayBeCutOff, exchange(plain, 200), exchange(hot, null), exchange(hot, 200))).toBe('fail')
})

test('a request that breaks two sentences tells nothing', () => {
  const twice = { ...hot, max_tokens: 0 }
  expect(verdictOf(beyondRefused, exchange(plain, 200), exchange(twice, 400))).toBe('untested')
  expect(verdictOf(beyondRefused, exchange(plain, 200), exchange(twice, 200))).toBe('untested')
})

test('a server error is a violation of a refusal only when it repeats and the twin is served', () => {
  expect(verdictOf(beyondRefused, exchange(plain, 200), exchange(hot, 500), exchange(hot, 500))).toBe('fail')
  expect(verdictOf(beyondRefused, exchange(plain, 200), exchange(hot, 500))).toBe('inconclusive')
  expect(verdictOf(beyondRefused, exchange(hot, 500), exchange(hot, 500))).toBe('inconclusive')
})

test.each([
  429,
  503,
  401,
  403,
  302,
  null,
])('status %s neither keeps nor breaks a refusal or an acceptance', (status) => {
  expect(verdictOf(beyondRefused, exchange(plain, 200), exchange(hot, status))).toBe('inconclusive')
  expect(verdictOf(plainAccepted, exchange(plain, status))).toBe('inconclusive')
})
