import { expect, test } from 'vitest'
import { observe } from '../../../engine/judge/index.ts'
import { exchangeOf, json, stream } from './exchange.fixture.ts'
import suite from './index.ts'
import { asks, messageTurn } from './request-values.ts'

const usage = { input_tokens: 5, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
const start = { type: 'message_start', message: { id: 'a', type: 'message', role: 'assistant', content: [], usage } }
const events = [start, { type: 'message_stop' }]

function classOf(
  members: Readonly<Record<string, unknown>>,
  answer: Parameters<typeof exchangeOf>[1],
): string | undefined {
  const request = asks([messageTurn('user', 'Name a color.')], members)
  return observe(suite.operations, exchangeOf(request, answer))?.responseClass
}

test('an event stream shows that an invalid `stream` was taken for true', () => {
  expect(classOf({ stream: {} }, stream(events))).toBe('accepted')
  expect(classOf({ stream: {} }, stream([{ type: 'error', error: { type: 'api_error', message: 'a' } }]))).toBe(
    'errored',
  )
  expect(classOf({ stream: {} }, json({}))).toBe('unrecognised')
})

test('an event stream is no reply to a request without `stream`', () => {
  expect(classOf({}, stream(events))).toBe('unrecognised')
  expect(classOf({ stream: false, max_tokens: 0 }, stream(events))).toBe('unrecognised')
})
