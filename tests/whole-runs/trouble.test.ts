import { expect, test } from 'vitest'
import type { Area } from '../../conformance/core/model/vocabulary.ts'
import type { Answer, Behaviour, TargetRequest } from '../bad-targets/in-front.ts'
import { modelOf } from '../bad-targets/operation-of.ts'
import { judged } from '../judged-run.ts'

const messages: readonly Area[] = ['messages']
const error = { error: { type: 'server_error', message: 'This is not served.', code: 'server_error' } }

function answering(status: number, body: unknown = error): Answer {
  return { status, type: 'application/json', body: JSON.stringify(body) }
}

/** Simulates an outage during some requests, counted from the first. */
function outage(from: number, length: number, during: () => Answer | undefined): Behaviour {
  let count = 0
  return (request, forward) => {
    count += 1
    return count > from && count <= from + length ? Promise.resolve(during()) : forward(request)
  }
}

function cutOff(): Answer {
  return { status: 200, type: 'application/json', body: '{"id"', after: 'breaks off' }
}

test.each<[string, number, number, () => Answer | undefined]>([
  ['503', 60, 20, () => answering(503)],
  ['500', 200, 9, () => answering(500)],
  ['silence', 150, 6, () => undefined],
  ['broken replies', 90, 4, cutOff],
])('an outage of %s after %i requests changes no verdict', async (_, from, length, during) => {
  const { verdict, reason, results } = await judged(messages, outage(from, length, during))
  expect(results).toEqual([])
  expect(verdict, reason).toBe('conforming')
})

test('a server that fails once in 25 requests conforms', async () => {
  let state = 7919
  const chance = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  const isFailing = () => chance() < 1 / 25
  const flaky: Behaviour = (request, forward) => (isFailing() ? Promise.resolve(answering(500)) : forward(request))
  const { results } = await judged(messages, flaky)
  expect(results.filter((result) => result.startsWith('fail'))).toEqual([])
})

/** Replaces the response to every invalid request. The reference server rejects each with 400. */
function instead(answer: () => Answer | undefined): Behaviour {
  return async (request, forward): Promise<Answer | undefined> => {
    const own = await forward(request)
    return own.status === 400 ? answer() : own
  }
}

test.each([
  502, 503,
])('a server that answers every invalid request with %i breaks the rules about rejections', async (status) => {
  const { verdict, results } = await judged(
    messages,
    instead(() => answering(status)),
  )
  expect(verdict).toBe('nonconforming')
  const idsOf = (word: string) => results.filter((one) => one.startsWith(word)).map((one) => one.slice(word.length))
  const failed = new Set(idsOf('fail '))
  expect([...failed].filter((id) => !/-(rejected|beyond|missing)/.test(id))).toEqual([])
  // A failure counts only if it repeats. Where there was no room to repeat it, it does on the other operation.
  expect(idsOf('').filter((one) => !failed.has(one.slice(one.indexOf(' ') + 1)))).toEqual([])
  expect(failed.size).toBeGreaterThan(50)
})

test('a missing version header that is answered with 401 has the wrong status, and nothing else is said', async () => {
  const { results } = await judged(messages, (request, forward) =>
    request.headers['provider-version'] === undefined && request.headers['x-api-key'] === 'test-key'
      ? Promise.resolve(answering(401, { error: { type: 'authentication_error', message: 'No.', code: 'no' } }))
      : forward(request),
  )
  expect([...new Set(results)]).toEqual(['fail messages.error-status-400'])
})

test.each([401, 403])('an unknown model that is answered with %i breaks the rule about it', async (status) => {
  const body = { error: { code: status, message: 'No.', status: 'PERMISSION_DENIED', details: [] } }
  const { results } = await judged(['content-generation'], (request, forward) =>
    request.operation?.startsWith('content.') === true && modelOf(request.path, request.body) !== 'content-model-1'
      ? Promise.resolve(
          answering(status, status === 401 ? { error: { ...body.error, status: 'UNAUTHENTICATED' } } : body),
        )
      : forward(request),
  )
  expect([...new Set(results)]).toEqual(['fail content.unknown-model-not-found'])
})

/** Accepts the key in one header only. */
function keyIn(header: 'authorization' | 'x-api-key', reject: Answer): Behaviour {
  return (request: TargetRequest, forward) => {
    const key = request.headers[header]
    return key === undefined ? Promise.resolve(reject) : forward(request)
  }
}

test('where the key is accepted in another form the run goes on with that', async () => {
  const reject = answering(401, { error: { type: 'authentication_error', message: 'No key.', code: 'no_key' } })
  const { results, limits } = await judged(messages, keyIn('authorization', reject))
  expect([...new Set(results)]).toEqual(['fail messages.key-in-header'])
  expect(limits).toContain('on messages.create the run continued with the key in the header `Authorization: Bearer`')
})
