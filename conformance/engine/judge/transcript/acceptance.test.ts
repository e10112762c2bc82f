import { expect, test } from 'vitest'
import type { Exchange } from '../../../core/model/exchange.ts'
import {
  both,
  combinationsAccepted,
  error,
  exchange,
  inTime,
  judgeOf,
  plain,
  plainAccepted,
  temperatureAccepted,
  topKAccepted,
  verdictOf,
  warm,
} from '../one-sentence.fixture.ts'

test('a later accepted attempt makes up for a failed one', () => {
  expect(verdictOf(plainAccepted, exchange(plain, 503), exchange(plain, 200))).toBe('pass')
  expect(verdictOf(plainAccepted, exchange(plain, 500), exchange(plain, 200))).toBe('pass')
  expect(verdictOf(plainAccepted, exchange(plain, 500))).toBe('inconclusive')
  expect(verdictOf(plainAccepted, exchange(plain, 500), exchange(plain, 500))).toBe('fail')
})

test('a 2xx response with an unrecognised body is not an acceptance', () => {
  expect(verdictOf(plainAccepted, exchange(plain, 200, {}))).toBe('inconclusive')
  expect(verdictOf(plainAccepted, exchange(plain, 200, error))).toBe('inconclusive')
})

test('a feature fails if a request with only that feature is rejected', () => {
  expect(verdictOf(temperatureAccepted, exchange(plain, 200), exchange(warm, 400))).toBe('fail')
  expect(verdictOf(temperatureAccepted, exchange(plain, 200), exchange(warm, 200))).toBe('pass')
})

test('a feature is not tested if no request at all is accepted', () => {
  expect(verdictOf(temperatureAccepted, exchange(plain, 400), exchange(warm, 400))).toBe('untested')
})

test('a rejected request with several features fails no single feature', () => {
  const packed = [exchange(plain, 200), exchange(both, 400)]
  expect(verdictOf(temperatureAccepted, ...packed)).toBe('untested')
  expect(verdictOf(combinationsAccepted, ...packed)).toBe('untested')
})

test('a combination fails if each of its features was accepted alone', () => {
  const cold = { ...plain, top_k: 5 }
  const each = [exchange(plain, 200), exchange(warm, 200), exchange(cold, 200)]
  expect(verdictOf(combinationsAccepted, ...each, exchange(both, 400))).toBe('fail')
  expect(verdictOf(combinationsAccepted, ...each, exchange(both, 200))).toBe('pass')
})

test('a value that is rejected although others of its feature are accepted counts as a combination', () => {
  const cold = { ...plain, top_k: 5 }
  const warmer = { ...plain, temperature: 0.9 }
  const each = [exchange(plain, 200), exchange(warm, 200), exchange(cold, 200), exchange(warmer, 400)]
  expect(verdictOf(temperatureAccepted, ...each)).toBe('pass')
  expect(verdictOf(combinationsAccepted, ...each)).toBe('fail')
  expect(verdictOf(combinationsAccepted, ...each, exchange(both, 400))).toBe('fail')
})

test('characters that no accepted request has at a place are the reason rather than the length of their text', () => {
  const judge = judgeOf(combinationsAccepted)
  const stopping = (text: string, status: number) => exchange({ ...plain, stop_sequences: [text] }, status)
  for (const one of [exchange(plain, 200), stopping('end', 200), stopping(`größe ${'end '.repeat(100)}`, 400)])
    judge.see(one)
  expect(judge.conclude().at(-1)?.findings[0]?.message).toContain(
    'with stop_sequences[] with characters beyond ASCII, which no accepted request has',
  )
})

test('the bound between accepted and rejected values is named if no other part differs', () => {
  const withTopK = (top_k: number, status: number) => exchange({ ...plain, top_k }, status)
  const messageOf = (...exchanges: readonly Exchange[]) => {
    const judge = judgeOf(combinationsAccepted)
    for (const one of exchanges) judge.see(one)
    return judge.conclude().at(-1)?.findings[0]?.message
  }
  const known = [exchange(plain, 200), withTopK(5, 200), withTopK(40, 200)]
  expect(messageOf(...known, withTopK(50, 400), withTopK(41, 400))).toContain('(accepted up to 40, rejected from 41)')
  expect(messageOf(...known, withTopK(50, 400), withTopK(39, 400))).toContain('(40 at most was accepted)')
})

test('a feature is blamed next to a member that the target requires', () => {
  expect(verdictOf(topKAccepted, exchange(plain, 400), exchange(warm, 200), exchange(both, 400))).toBe('fail')
  expect(verdictOf(topKAccepted, exchange(plain, 400), exchange(both, 400))).toBe('untested')
})

test('a server error fails a feature if it repeats, but not if the target has served nothing since', () => {
  const died = [
    exchange(plain, 200),
    exchange(warm, 500),
    exchange(plain, 500),
    exchange(warm, 500),
    exchange(plain, 500),
  ]
  expect(verdictOf(temperatureAccepted, ...inTime(...died))).toBe('inconclusive')
  expect(
    verdictOf(temperatureAccepted, ...inTime(exchange(plain, 200), exchange(warm, 500), exchange(warm, 500))),
  ).toBe('fail')
})

test.each([401, 403])('status %s fails a feature only if the key is not refused afterwards', (status) => {
  const denied = [exchange(plain, 200), exchange(warm, status)]
  expect(verdictOf(temperatureAccepted, ...inTime(...denied))).toBe('fail')
  expect(verdictOf(temperatureAccepted, ...inTime(...denied, exchange(plain, 200)))).toBe('fail')
  expect(verdictOf(temperatureAccepted, ...inTime(...denied, exchange(plain, status)))).toBe('inconclusive')
})

test.each([400, 403])('status %s for an awkward text fails no feature', (status) => {
  const awkward = { ...warm, system: '🙂' }
  expect(verdictOf(temperatureAccepted, exchange(plain, 200), exchange(awkward, status))).toBe('untested')
})

test('characters with which every request is rejected are told, unless other rejections explain that', () => {
  const told = (...exchanges: readonly Exchange[]) => {
    const judge = judgeOf(plainAccepted)
    for (const one of exchanges) judge.see(one)
    return judge.charactersRejected('messages.create')
  }
  const requests = (count: number, text: string, status: number) =>
    Array.from({ length: count }, (_, at) => exchange({ ...plain, system: `${text} ${at}` }, status))
  const emoji = requests(3, 'a 🙂', 400)
  expect(told(...requests(60, 'a', 200), ...emoji)).toEqual([
    { characters: 'characters beyond the Basic Multilingual Plane', requests: 3 },
  ])
  expect(told(...requests(60, 'a', 200), ...emoji, ...requests(1, 'b 🙂', 200))).toEqual([])
  expect(told(...requests(20, 'a', 200), ...requests(40, 'b', 400), ...emoji)).toEqual([])
})

test('a feature fails whichever attempt of its rejected request arrived first', () => {
  const [one, other] = [exchange(warm, 400), exchange(warm, 400)]
  const arrivedLast = { ...one, id: other.id }
  const arrivedFirst = { ...other, id: one.id }
  expect(verdictOf(temperatureAccepted, exchange(plain, 200), one, other)).toBe('fail')
  expect(verdictOf(temperatureAccepted, exchange(plain, 200), arrivedLast, arrivedFirst)).toBe('fail')
})

test('a rejected plain request fails, although an accepted request asks for fewer tokens', () => {
  const few = { ...warm, max_tokens: 1 }
  expect(verdictOf(plainAccepted, exchange(few, 200), exchange(plain, 400))).toBe('fail')
})
