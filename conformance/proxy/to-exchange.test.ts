import { expect, test } from 'vitest'
import { facets } from '../model/exchange.ts'
import type { Passed } from '../record/proxy/reverse-proxy.ts'
import { startToExchange } from './to-exchange.ts'

const passed: Passed = {
  ...{ startedAt: 0, durationMs: 1, method: 'POST', path: '/v1/messages', ended: 'complete' },
  requestHeaders: [['x-api-key', 'test-key']],
  requestBody: Buffer.from('{"model":"m","max_to'),
  isRequestWhole: true,
  response: { status: 413, headers: [], chunks: [] },
}

test.each([
  ['whole', true, facets],
  ['cut off by an early response', false, facets.filter((facet) => facet !== 'request-body')],
])('a request body that is %s is captured: %s', (_, isRequestWhole, captured) => {
  const toExchange = startToExchange({ target: 'http://gateway.test', keys: [], vocabulary: {} })
  expect(toExchange({ ...passed, isRequestWhole }, 'p-1').captured).toEqual(captured)
})

test('a request that a cookie may have authorised is captured without its headers', () => {
  const toExchange = startToExchange({ target: 'http://gateway.test', keys: ['known-key'], vocabulary: {} })
  const exchange = toExchange({ ...passed, requestHeaders: [['cookie', 'session=1']] }, 'p-1')
  expect(exchange.captured).toEqual(facets.filter((facet) => facet !== 'request-headers'))
})
