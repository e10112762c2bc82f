import { expect, test } from 'vitest'
import { exchangeWith, responseWith } from '../../../core/model/exchange.fixture.ts'
import type { Exchange } from '../../../core/model/exchange.ts'
import type { Observation, ResponseClass } from '../../../core/model/observation.ts'
import { preflightAdvice } from './advice.ts'
import { diagnose } from './diagnose.ts'

const aim = {
  url: 'https://gateway.test/v1',
  places: 'https://gateway.test/v1',
  timeoutSeconds: 60,
  keyFrom: '--key or MGI_API_KEY',
}

function answered(status: number, responseClass: ResponseClass, headers: Record<string, string> = {}): Observation {
  const response = responseWith([], { status, headers: Object.entries(headers) })
  const request = { value: { body: {} } }
  const shared = { request, body: new Uint8Array(), operation: { id: 'messages.create' } }
  const exchange = exchangeWith({ response, request: { path: '/v1/messages' } })
  return { ...shared, responseClass, status, exchange } as unknown as Observation
}

function unanswered(part: Partial<Exchange>): Observation {
  const shared = { request: { value: {} }, operation: { id: 'messages.create' } }
  return { ...shared, responseClass: 'busy', status: undefined, exchange: exchangeWith(part) } as unknown as Observation
}

const accepted = answered(200, 'accepted')

test.each([
  ['one endpoint that responds', [accepted, unanswered({ ended: 'reset', trouble: 'ECONNRESET' })]],
  ['one endpoint that accepts the key', [accepted, answered(401, 'denied')]],
  ['one endpoint that exists', [accepted, answered(404, 'rejected')]],
  ['a rejection of everything', [answered(400, 'rejected'), answered(422, 'rejected')]],
  ['endpoints that all fail', [answered(500, 'failed')]],
  ['no request at all', []],
])('%s gives no diagnosis', (_, seen) => {
  expect(diagnose(seen)).toBeUndefined()
})

test.each([
  ['ECONNREFUSED', 'nothing listens there'],
  ['ENOTFOUND', 'the host name gateway.test is unknown'],
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'NODE_EXTRA_CA_CERTS'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'try http://gateway.test/v1'],
  ['PROXY_STATUS_403', 'the proxy did not allow the connection'],
  ['PROXY_STATUS_407', 'the proxy requires a user name and password'],
  ['HTTPParserError', 'is not an HTTP server'],
  ['EHOSTUNREACH', 'no route to that address'],
  ['EWHATEVER', 'check address, port and network'],
])('the error %s is explained', (trouble, advice) => {
  const diagnosis = diagnose([unanswered({ ended: 'reset', trouble }), unanswered({ ended: 'timeout' })])!
  expect(preflightAdvice(diagnosis, aim)).toContain(advice)
})

test('a timeout names the number of seconds waited', () => {
  expect(preflightAdvice(diagnose([unanswered({ ended: 'timeout' })])!, aim)).toContain('did not answer within 60 s')
})

test('a key rejected at every endpoint is reported', () => {
  const diagnosis = diagnose([answered(401, 'denied'), answered(403, 'denied')])!
  expect(preflightAdvice(diagnosis, aim)).toBe(
    'the target rejected the key at every endpoint, in each of 4 forms (status 401, 403): check --key or MGI_API_KEY',
  )
})

test('404 and HTML pages at every endpoint indicate a wrong base URL', () => {
  const page = answered(200, 'unrecognised', { 'content-type': 'text/html' })
  const diagnosis = diagnose([answered(404, 'rejected'), answered(405, 'rejected'), page])!
  expect(preflightAdvice(diagnosis, aim)).toContain(
    'no endpoint was found below https://gateway.test/v1 (status 200, 404, 405',
  )
  expect(preflightAdvice(diagnosis, { ...aim, betterUrl: 'https://gateway.test' })).toContain(
    'but https://gateway.test answers: the base URL looks wrong',
  )
})

test('a redirect target is reported with control characters replaced', () => {
  const diagnosis = diagnose([answered(308, 'strange', { location: 'https://x/\u001b[31m' })])!
  expect(preflightAdvice(diagnosis, aim)).toContain('it redirects to https://x/\u241b[31m')
})

test('responses that start but do not end in time are reported as unfinished', () => {
  const begun = { ...accepted, exchange: { ...accepted.exchange, ended: 'timeout' } } as unknown as Observation
  const diagnosis = diagnose([begun, unanswered({ ended: 'timeout' })])
  expect(diagnosis).toEqual({ kind: 'unfinished' })
  expect(preflightAdvice(diagnosis!, aim)).toBe(
    'https://gateway.test/v1 started to respond, but no response ended within 60 s: is a longer --timeout needed?',
  )
  expect(diagnose([begun, accepted])).toBeUndefined()
})

test('a redirect to the same URL is not suggested as the base URL', () => {
  const circle = answered(302, 'strange', { location: 'https://gateway.test/v1/v1/messages' })
  expect(preflightAdvice(diagnose([circle])!, aim)).toMatch(
    /; every response redirects to the same URL: is that the right address\?$/,
  )
})

test.each([
  [
    'only errors',
    answered(502, 'busy'),
    'returned only errors through the proxy http://proxy:3128 (status 502): the proxy cannot reach it, or',
  ],
  ['no endpoint', answered(404, 'rejected'), 'below https://gateway.test/v1 through the proxy http://proxy:3128'],
  ['a rejected key', answered(403, 'denied'), 'at every endpoint through the proxy http://proxy:3128'],
])('the proxy is named in the diagnosis of %s', (_what, seen, words) => {
  expect(preflightAdvice(diagnose([seen])!, { ...aim, proxy: 'http://proxy:3128' })).toContain(words)
})
