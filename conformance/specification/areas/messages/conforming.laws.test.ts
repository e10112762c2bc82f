import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plans, replies, streams, written } from './conforming.fixture.ts'
import { brokenBy, exchangeOf, findingsOn, json } from './exchange.fixture.ts'
import { asks, messageTurn, streamed } from './request-values.ts'

const weather = {
  name: 'get_weather',
  input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}
const asked = asks([messageTurn('user', 'What is the weather in Oslo?')], { tools: [weather] })
const cuts = fc.array(fc.nat(4000), { maxLength: 12 })

test('a conforming reply gives no findings', () => {
  const made = plans.chain((plan) => replies(plan))
  fc.assert(
    fc.property(made, cuts, (reply, at) => {
      expect(findingsOn(exchangeOf(asked, json(reply), at))).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('a conforming stream gives no findings, however it is written and split', () => {
  const made = plans.chain((plan) => streams(plan)).chain((payloads) => written(payloads))
  fc.assert(
    fc.property(made, cuts, (answer, at) => {
      expect(findingsOn(exchangeOf(streamed(asked), answer, at))).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('a stream that ends with an error or breaks off is inconclusive', () => {
  const error = { type: 'error', error: { type: 'overloaded_error', message: 'busy', code: 'overloaded' } }
  const made = fc.tuple(
    plans.chain((plan) => streams(plan)),
    fc.nat(30),
    fc.boolean(),
  )
  const lost = made.filter(([events, at]) => at < events.findIndex(isStop))
  const told = lost.chain(([events, at, isError]) =>
    written([...events.slice(0, at), ...(isError ? [error] : [])]).map((answer) => ({
      ...answer,
      ended: isError ? ('complete' as const) : ('reset' as const),
    })),
  )
  fc.assert(
    fc.property(told, (answer) => {
      const findings = findingsOn(exchangeOf(streamed(asked), answer))
      expect(findings.filter(({ doubt }) => doubt !== true)).toEqual([])
      if (answer.ended === 'complete') expect(findings).not.toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('an error body with additional members is not a violation', () => {
  const words = {
    400: 'invalid_request_error',
    401: 'authentication_error',
    429: 'rate_limit_error',
    500: 'server_error',
  }
  const listed = fc.constantFrom(...Object.entries(words)).map(([status, type]) => ({ status: Number(status), type }))
  const others = fc.record({ status: fc.constantFrom(403, 404, 413, 502, 503, 529), type: fc.string() })
  fc.assert(
    fc.property(fc.oneof(listed, others), fc.string(), fc.string(), ({ status, type }, message, code) => {
      const body = { type: 'error', request_id: 'x', error: { type, message, code, param: null } }
      expect(brokenBy(exchangeOf(asked, json(body, status)))).toEqual([])
    }),
  )
})

test('an HTML error page of a proxy is not judged', () => {
  const bytes = new TextEncoder().encode('<h1>Bad Gateway</h1>')
  for (const status of [408, 425, 429, 502, 503, 504, 529]) {
    expect(brokenBy(exchangeOf(asked, { status, type: 'text/html', bytes }))).toEqual([])
  }
})

function isStop(event: object): boolean {
  return 'type' in event && event.type === 'message_stop'
}
