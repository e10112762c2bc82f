import { expect, test } from 'vitest'
import {
  both,
  combinationsAccepted,
  error,
  exchange,
  plain,
  plainAccepted,
  temperatureAccepted,
  verdictOf,
  warm,
} from '../one-sentence.fixture.ts'

test('an attempt that is served later makes up for one that was not', () => {
  expect(verdictOf(plainAccepted, exchange(plain, 503), exchange(plain, 200))).toBe('pass')
  expect(verdictOf(plainAccepted, exchange(plain, 500), exchange(plain, 200))).toBe('pass')
  expect(verdictOf(plainAccepted, exchange(plain, 500))).toBe('inconclusive')
  expect(verdictOf(plainAccepted, exchange(plain, 500), exchange(plain, 500))).toBe('fail')
})

test('a success that carries something else is no acceptance', () => {
  expect(verdictOf(plainAccepted, exchange(plain, 200, {}))).toBe('inconclusive')
  expect(verdictOf(plainAccepted, exchange(plain, 200, error))).toBe('inconclusive')
})

test('a rejected use is blamed when it stands alone', () => {
  expect(verdictOf(temperatureAccepted, exchange(plain, 200), exchange(warm, 400))).toBe('fail')
  expect(verdictOf(temperatureAccepted, exchange(plain, 200), exchange(warm, 200))).toBe('pass')
})

test('nothing is blamed on a use while no request at all is accepted', () => {
  expect(verdictOf(temperatureAccepted, exchange(plain, 400), exchange(warm, 400))).toBe('untested')
})

test('a rejected packed request accuses no single use', () => {
  const packed = [exchange(plain, 200), exchange(both, 400)]
  expect(verdictOf(temperatureAccepted, ...packed)).toBe('untested')
  expect(verdictOf(combinationsAccepted, ...packed)).toBe('untested')
})

test('a combination is blamed once each of its uses was accepted', () => {
  const cold = { ...plain, top_k: 5 }
  const each = [exchange(plain, 200), exchange(warm, 200), exchange(cold, 200)]
  expect(verdictOf(combinationsAccepted, ...each, exchange(both, 400))).toBe('fail')
  expect(verdictOf(combinationsAccepted, ...each, exchange(both, 200))).toBe('pass')
})

test('a combination is not blamed where a part of it was rejected as well', () => {
  const cold = { ...plain, top_k: 5 }
  const warmer = { ...plain, temperature: 0.9 }
  const each = [exchange(plain, 200), exchange(warm, 200), exchange(cold, 200), exchange(warmer, 400)]
  expect(verdictOf(combinationsAccepted, ...each, exchange({ ...warmer, top_k: 5 }, 400))).toBe('untested')
  expect(verdictOf(combinationsAccepted, ...each, exchange(both, 400))).toBe('fail')
})
