import { expect, test } from 'vitest'
import { accepts, acrossExchanges, refuses, requirement } from '../model/build.ts'
import type { Exchange } from '../model/exchange.ts'
import type { Operation } from '../model/operation.ts'
import type { Requirement } from '../model/requirement.ts'
import type { Verdict } from '../model/vocabulary.ts'
import { startJudge } from './judge.ts'

/** The token-usage operation stands in for any that reads a JSON body with a schema of the messages area. */
const operation: Operation = {
  id: 'messages.create',
  area: 'messages',
  title: 'POST /v1/messages',
  method: 'POST',
  credential: 'x-api-key',
  streams: false,
  schemas: { request: 'messages/request', reply: 'messages/reply', error: 'messages/error' },
  hallmarks: { reply: ['content'], error: ['error'] },
  matches: ({ path }) => path === '/v1/messages',
  read: ({ headers, body }) => ({
    header: Object.fromEntries(headers.filter(([name]) => name.startsWith('provider-'))),
    body: JSON.parse(Buffer.from(body).toString()) as unknown,
  }),
  write: () => {
    throw new Error('not written in this test')
  },
  cost: () => ({ calls: 1, images: 0 }),
}

const plain = { model: 'messages-model-1', max_tokens: 16, messages: [{ role: 'user', content: 'green apple' }] }
const reply = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'messages-model-1',
  content: [{ type: 'text', text: 'apple' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 2, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
}
const error = { error: { type: 'invalid_request_error', message: 'no', code: '400' } }

let number = 0

function exchange(body: object, status: number | null, answer: unknown = status === 200 ? reply : error): Exchange {
  number += 1
  const json = (value: unknown) => new Uint8Array(Buffer.from(JSON.stringify(value)))
  const headers = [
    ['content-type', 'application/json'],
    ['x-api-key', '«key:valid»'],
    ['provider-version', '2023-06-01'],
  ] as const
  return {
    id: `x${String(number).padStart(4, '0')}`,
    source: 'runner',
    captured: ['request-headers', 'request-body', 'response-headers', 'response-body', 'chunks', 'timing'],
    startedAt: 0,
    durationMs: 1,
    request: { method: 'POST', path: '/v1/messages', headers, body: json(body) },
    response:
      status === null
        ? null
        : { status, headers: [['content-type', 'application/json']], chunks: [{ at: 1, bytes: json(answer) }] },
    ended: status === null ? 'reset' : 'complete',
  }
}

const sentence = { section: '2.8', endpoint: 'messages.create', statement: 'It is so.' } as const
const plainAccepted = accepts({ id: 'messages.plain-request-accepted', ...sentence, speaksOf: 'plain' })
const temperatureAccepted = accepts({ id: 'messages.temperature-accepted', ...sentence })
const topKAccepted = accepts({ id: 'messages.top-k-accepted', ...sentence })
const combinationsAccepted = accepts({ id: 'messages.combinations-accepted', ...sentence, speaksOf: 'combination' })
const beyondRefused = refuses({ id: 'messages.temperature-beyond-refused', ...sentence, level: 'stated' })

function verdictOf(subject: Requirement, ...exchanges: readonly Exchange[]): Verdict {
  const requirements = [plainAccepted, temperatureAccepted, topKAccepted, combinationsAccepted, beyondRefused, subject]
  const judge = startJudge({ operations: [operation], requirements, templates: [], probes: [] })
  for (const one of exchanges) judge.see(one)
  return judge.conclude().at(-1)?.verdict ?? 'untested'
}

const hot = { ...plain, temperature: 1.1 }
const warm = { ...plain, temperature: 0.5 }
const both = { ...plain, temperature: 0.5, top_k: 5 }

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

test('a refused use is blamed when it stands alone', () => {
  expect(verdictOf(temperatureAccepted, exchange(plain, 200), exchange(warm, 400))).toBe('fail')
  expect(verdictOf(temperatureAccepted, exchange(plain, 200), exchange(warm, 200))).toBe('pass')
})

test('nothing is blamed on a use while no request at all is accepted', () => {
  expect(verdictOf(temperatureAccepted, exchange(plain, 400), exchange(warm, 400))).toBe('untested')
})

test('a refused packed request accuses no single use', () => {
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

test('a check of ours that throws is an error of ours', () => {
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

test('what a source could not capture makes a requirement inconclusive', () => {
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

test('a transcript requirement sees what all exchanges had, in order of exchange', () => {
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
