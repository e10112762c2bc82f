import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HeaderLine, RecordedRequest } from '../../../core/model/exchange.ts'
import { counterpartOf, wrongKey } from './keys.ts'
import { type Names, outgoing } from './names.ts'

const names: Names = {
  key: 'k&y-1234',
  models: { 'messages-model-1': 'vendor-text', 'content-model-1': 'vendor/text b' },
  headers: { 'provider-version': 'vendor-version' },
  version: '2026-01-01',
}
const json: HeaderLine = ['content-type', 'application/json']

function request(part: Partial<Omit<RecordedRequest, 'body'>> & { readonly body?: string }): RecordedRequest {
  return { method: 'POST', path: '/v1/messages', headers: [json], ...part, body: Buffer.from(part.body ?? '') }
}

function sentBody(part: Parameters<typeof request>[0], as: Names = names): string {
  return Buffer.from(outgoing(request(part), as).body).toString()
}

test('key labels in headers are replaced by keys', () => {
  const headers: readonly HeaderLine[] = [
    ['authorization', 'Bearer «key:valid»'],
    ['x-api-key', '«key:valid:sk»'],
    ['x-api-key', '«key:invalid»'],
    ['x-api-key', '«key:invalid:sk»'],
  ]
  const sent = outgoing(request({ headers }), names).headers.map(([, value]) => value)
  const wrong = 'mgi-wrong-key-mgi-wrong-key-'
  expect(sent).toEqual(['Bearer k&y-1234', 'sk-k&y-1234', wrong, `sk-${wrong}`])
})

test('a key label in the query is replaced by the percent-encoded key', () => {
  const { path } = outgoing(request({ path: '/v1beta/models/x:generateContent?key=«key:valid»' }), names)
  expect(path).toBe('/v1beta/models/x:generateContent?key=k%26y-1234')
})

test('a model in the path is translated, and slashes in its name are kept', () => {
  const { path } = outgoing(request({ path: '/v1beta/models/content-model-1:generateContent' }), names)
  expect(path).toBe('/v1beta/models/vendor/text%20b:generateContent')
})

test('a model in a JSON body is translated, and all other bytes are kept', () => {
  const body = '{ "n":1.0, "model" : "messages-model-1", "x":{"model":"messages-model-1"}, "n":2e0}'
  expect(sentBody({ body })).toBe(body.replace('messages-model-1', 'vendor-text'))
})

test('a model field in a form is translated, and a file of that name is not', () => {
  const part = (more: string, text: string) =>
    `--b\r\nContent-Disposition: form-data; name="model"${more}\r\n\r\n${text}\r\n`
  const body = `${part('', 'messages-model-1')}${part('; filename="m"', 'messages-model-1')}--b--\r\n`
  const headers: readonly HeaderLine[] = [['content-type', 'multipart/form-data; boundary=b']]
  expect(sentBody({ headers, body })).toBe(body.replace('messages-model-1', 'vendor-text'))
})

test('the unknown model gets a random suffix', () => {
  expect(sentBody({ body: '{"model":"no-such-model"}' })).toMatch(/^\{"model":"no-such-model-\w{8}"\}$/)
  expect(outgoing(request({ path: '/v1beta/models/no-such-model:x' }), names).path).toMatch(/no-such-model-\w{8}:x$/)
})

test('the version header is renamed, and its value is replaced only if it is the specified version', () => {
  const versions = (value: string) => outgoing(request({ headers: [['provider-version', value]] }), names).headers
  expect(versions('2023-06-01')).toEqual([['vendor-version', '2026-01-01']])
  expect(versions('never')).toEqual([['vendor-version', 'never']])
})

test('any body can be sent, and is unchanged if it mentions no model', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '"',
    '\\',
    'model',
    '"model"',
    ':',
    ',',
    '"messages-model-1"',
    '[',
    ' ',
    'é',
    '\r\n',
    '--b',
  )
  const type = fc.constantFrom(
    'application/json',
    'multipart/form-data; boundary=b',
    'multipart/form-data',
    'text/plain',
  )
  fc.assert(
    fc.property(fc.array(piece), type, (pieces, contentType) => {
      const body = pieces.join('')
      const sent = sentBody({ headers: [['content-type', contentType]], body })
      if (!body.includes('messages-model-1')) expect(sent).toBe(body)
    }),
  )
})

test('only the outermost model in a JSON object is translated', () => {
  const value = fc.dictionary(fc.oneof(fc.constant('model'), fc.string()), fc.jsonValue())
  fc.assert(
    fc.property(value, fc.boolean(), (members, pretty) => {
      const before = { ...members, model: 'messages-model-1' }
      const after = JSON.parse(sentBody({ body: JSON.stringify(before, null, pretty ? 2 : 0) })) as unknown
      expect(after).toEqual(JSON.parse(JSON.stringify({ ...before, model: 'vendor-text' })))
    }),
  )
})

test('a target without own names gets the names of the specification', () => {
  const plain = request({ path: '/v1beta/models/content-model-1:x', body: '{"model":"messages-model-1"}' })
  expect(outgoing(plain, { key: 'k' })).toEqual(plain)
})

test('the other key of an `sk-` pair has one sk- more or less, and its pair is the key', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (key) => {
      expect(Math.abs(counterpartOf(key).length - key.length)).toBe(3)
      if (!counterpartOf(key).startsWith('sk-sk-'))
        expect([key, `sk-${key}`]).toContain(counterpartOf(counterpartOf(key)))
    }),
  )
})

test('the wrong key differs from both keys of the pair and is deterministic', () => {
  const key = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.nat(60).map((length) => 'mgi-wrong-key-'.repeat(9).slice(0, length + 1)),
  )
  fc.assert(
    fc.property(key, (value) => {
      expect([value, counterpartOf(value)]).not.toContain(wrongKey(value))
      expect(wrongKey(value)).toBe(wrongKey(value))
    }),
  )
})
