import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Exchange, HeaderLine } from '../../../core/model/exchange.ts'
import { hiddenHeaders, hiddenPath, labelsFor, presentedKeys } from './credentials.ts'
import { binaryBytes, writtenBytes } from './har-json.ts'
import { toExchange } from './to-exchange.ts'

const about = { id: 'one', path: '/v1/messages', startedAt: 0, creator: 'Firefox', words: {}, isVersioned: true }

function exchangeOf(request: object, response: object, creator = 'Firefox'): Exchange {
  return toExchange({ time: 5, request, response }, { ...about, creator, labelOf: labelsFor(['known']) })
}

const lines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))
const json = lines({ 'content-type': 'application/json' })
const body = '{"content":"ä"}'

test('any JSON becomes an exchange', () => {
  const part = fc.oneof(
    fc.jsonValue(),
    fc.record({ headers: fc.jsonValue(), postData: fc.jsonValue(), status: fc.integer(), content: fc.jsonValue() }),
  )
  fc.assert(
    fc.property(fc.record({ request: part, response: part, time: fc.jsonValue() }), (entry) => {
      const exchange = toExchange(entry, { ...about, labelOf: labelsFor([]) })
      expect(exchange.durationMs).toBeGreaterThanOrEqual(0)
    }),
  )
})

test.each([
  ['text', { text: body }, true],
  ['base64', { text: Buffer.from(body).toString('base64'), encoding: 'base64' }, true],
  ['the encoded size and the savings', { text: body, size: 40, compression: -24 }, true],
  ['no text', { size: 0 }, false],
  ['an empty text', { size: 0, text: '' }, false],
  ['a text shorter than its size', { text: body, size: 400 }, false],
  ['a text with lost bytes', { text: '{"content":"\ufffd"}' }, false],
  ['invalid base64', { text: '{"content":1}', encoding: 'base64' }, false],
])('a response body written as %s is recognised as captured or not', (_, content, isCaptured) => {
  const { captured, response } = exchangeOf({ method: 'GET' }, { status: 200, headers: json, content })
  expect(captured.includes('response-body')).toBe(isCaptured)
  expect(Buffer.concat((response?.chunks ?? []).map(({ bytes }) => bytes)).toString()).toBe(isCaptured ? body : '')
})

test('a decoded body loses its content encoding, and an encoded one keeps it', () => {
  const headers = [...json, ...lines({ 'Content-Encoding': 'gzip' })]
  const names = (content: object) =>
    exchangeOf({}, { status: 200, headers, content }).response?.headers.map(([name]) => name)
  expect(names({ text: body })).toEqual(['content-type'])
  const encoded = { text: gzipSync(body).toString('base64'), encoding: 'base64' }
  expect(names(encoded)).toEqual(['content-type', 'Content-Encoding'])
})

test.each([
  ['Firefox', '{"content":[', 'reset'],
  ['WebInspector', '{"content":[', 'complete'],
  ['Firefox', body, 'complete'],
])('%s with the body %s ends as %s', (creator, text, ended) => {
  expect(exchangeOf({}, { status: 200, headers: json, content: { text } }, creator).ended).toBe(ended)
})

test('only binary text without lost bytes is used as a form', () => {
  const bytes = fc.uint8Array({ minLength: 1 })
  fc.assert(
    fc.property(bytes, fc.constantFrom('utf8', 'latin1'), (form, encoding) => {
      const written = binaryBytes({ text: Buffer.from(form).toString(encoding) }, form.length)
      if (written !== undefined) expect([...written]).toEqual([...form])
    }),
  )
  expect(binaryBytes({ text: 'é' }, undefined)).toBeUndefined()
  expect(binaryBytes({ text: 'é' }, 1)).toEqual(new Uint8Array([0xe9]))
})

test('UTF-8 text is read byte by byte', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!text.includes('\ufffd'))
      expect(writtenBytes({ text })).toEqual(new Uint8Array(Buffer.from(text)))
    }),
  )
})

test('credentials are removed from headers and paths', () => {
  const secret = fc.stringMatching(/^[\w.-]{6,30}$/)
  const name = fc.constantFrom(
    'Authorization',
    'x-api-key',
    'X-Goog-Api-Key',
    'provider-api-key',
    'Cookie',
    'x-auth-token',
  )
  fc.assert(
    fc.property(secret, name, fc.constantFrom('', 'Bearer ', 'Basic '), (key, header, scheme) => {
      const headers: readonly HeaderLine[] = [[header, scheme + key]]
      expect(JSON.stringify(hiddenHeaders(headers, labelsFor([])))).not.toContain(key)
      for (const parameter of ['key', 'access_token', 'api-key'])
        expect(hiddenPath(`/a?alt=sse&${parameter}=${key}`, labelsFor([]))).not.toContain(`=${key}`)
    }),
  )
  expect(hiddenHeaders([['authorization', 'Bearer sk-known']], labelsFor(['known']))).toEqual([
    ['authorization', 'Bearer «key:valid:sk»'],
  ])
  expect(presentedKeys({ path: '/a?key=b', headers: [['Authorization', 'Bearer c']] })).toEqual(['c', 'b'])
  const harmless: readonly HeaderLine[] = [
    ['x-ratelimit-remaining-tokens', '7'],
    ['accept', 'text/html, a/b'],
  ]
  expect(hiddenHeaders(harmless, labelsFor([]))).toEqual(harmless)
})
