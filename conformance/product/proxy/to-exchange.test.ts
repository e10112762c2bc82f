import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { facets } from '../../core/model/exchange.ts'
import { observe } from '../../engine/judge/index.ts'
import type { Passed } from '../../engine/record/proxy/reverse-proxy.ts'
import { catalogue } from '../../specification/catalogue.ts'
import { startToExchange } from './to-exchange.ts'

const passed: Passed = {
  startedAt: 0,
  durationMs: 1,
  method: 'POST',
  path: '/v1/messages',
  ended: 'complete',
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

test.each([
  [400, '{"model":"m"}', '«key:invalid»'],
  [400, '{"model":"n"}', '«key:unknown»'],
  [403, '{"model":"m"}', '«key:unknown»'],
])('a key that is rejected with %i for %s is labelled %s if the first request was served with another', (status, body, label) => {
  const toExchange = startToExchange({ target: 'http://gateway.test', keys: [], vocabulary: {} })
  const served = {
    ...passed,
    requestBody: Buffer.from('{"model":"m"}'),
    response: { status: 200, headers: [], chunks: [] },
  }
  expect(toExchange(served, 'p-1').request.headers).toEqual([['x-api-key', '«key:valid»']])
  const rejected = { ...passed, requestHeaders: [['x-api-key', 'wrong-key']] as const, requestBody: Buffer.from(body) }
  const { request } = toExchange({ ...rejected, response: { status, headers: [], chunks: [] } }, 'p-2')
  expect(request.headers).toEqual([['x-api-key', label]])
})

test('a gzip request through the proxy is read; one that is not gzip is not captured', () => {
  const toExchange = startToExchange({ target: 'http://gateway.test', keys: [], vocabulary: {} })
  const body = '{"model":"m","max_tokens":9,"messages":[],"stream":true}'
  const encoded = (requestBody: Uint8Array) =>
    observe(
      catalogue.operations,
      toExchange({ ...passed, requestHeaders: [['Content-Encoding', 'gzip']], requestBody }, 'p-1'),
    )
  expect(encoded(gzipSync(body))?.operation.id).toBe('messages.stream')
  expect(encoded(gzipSync(body))?.request.value.body).toEqual(JSON.parse(body))
  expect(encoded(Buffer.from(body))?.exchange.lost).toMatchObject({ 'request-body': 'not valid gzip' })
})

test('the headers of a request without a key do not count as captured, with the reason', () => {
  const toExchange = startToExchange({ target: 'http://gateway.test', keys: [], vocabulary: {} })
  const lostOf = (requestHeaders: Passed['requestHeaders']) => toExchange({ ...passed, requestHeaders }, 'p-1').lost
  expect(lostOf([])).toEqual({ 'request-headers': 'without a key, and no request before had one' })
  expect(lostOf([['cookie', 'a=b']])).toEqual({
    'request-headers': 'without a key, but another header may authorise the request',
  })
  toExchange({ ...passed, response: { status: 200, headers: [], chunks: [] } }, 'p-2')
  expect(lostOf([])).toBeUndefined()
})
