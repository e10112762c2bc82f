import { expect, test } from 'vitest'
import { credentialForms, credentialOf, inForm } from './credential.ts'
import type { HeaderLine } from './exchange.ts'

const json: HeaderLine = ['content-type', 'application/json']
const inQuery = { method: 'POST', path: '/x:y?alt=sse&key=«key:valid»', headers: [json], body: new Uint8Array() }

test.each([
  ['bearer', '/x:y?alt=sse', [json, ['authorization', 'Bearer «key:valid»']]],
  ['x-api-key', '/x:y?alt=sse', [json, ['x-api-key', '«key:valid»']]],
  ['x-goog-api-key', '/x:y?alt=sse', [json, ['x-goog-api-key', '«key:valid»']]],
  ['query', inQuery.path, [json]],
] as const)('a key in the query is converted to the form %s', (form, path, headers) => {
  expect(inForm(inQuery, 'query', form)).toEqual({ ...inQuery, path, headers })
})

test('every form can be converted to every other and back', () => {
  for (const from of credentialForms)
    for (const to of credentialForms) {
      const request = inForm(inQuery, 'query', from)
      const there = inForm(request, from, to)
      expect(credentialOf(there, to)).toEqual({ kind: 'valid' })
      expect(inForm(there, to, from)).toEqual(request)
    }
})

test.each([
  ['no credential', '/a', [json]],
  ['another scheme than Bearer', '/a', [['authorization', 'Basic eDp5']]],
  ['a second credential', '/a?key=k', [['authorization', 'Bearer «key:valid»']]],
  [
    'a repeated credential',
    '/a',
    [
      ['authorization', 'Bearer a'],
      ['authorization', 'Bearer b'],
    ],
  ],
  ['another form', '/a', [['x-api-key', '«key:valid»']]],
] as const)('%s is not converted', (_, path, headers) => {
  const request = { ...inQuery, path, headers }
  expect(inForm(request, 'bearer', 'query')).toBe(request)
})

test('a value that is not a label is percent-encoded in the query', () => {
  const request = { ...inQuery, path: '/a', headers: [['x-api-key', 'a&b«'] as const] }
  expect(inForm(request, 'x-api-key', 'query').path).toBe('/a?key=a%26b%C2%AB')
})
