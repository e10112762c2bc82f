import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { withPiecesJoined } from './open-recording.ts'

const gzipped = gzipSync('{"id":"msg_1"}')
const encoded = [{ name: 'content-encoding', value: 'gzip' }]
const entry = (content: object, headers: readonly object[] = encoded) => ({ response: { headers, content } })
const contentOf = (one: ReturnType<typeof entry>) => withPiecesJoined(one)['response']

test('pieces of an encoded body are joined from base64 or hexadecimal', () => {
  const joined = { response: { headers: encoded, content: { text: gzipped.toString('base64'), encoding: 'base64' } } }
  const base64 = [gzipped.subarray(0, 9), gzipped.subarray(9)].map((piece) => piece.toString('base64'))
  expect(withPiecesJoined(entry({ size: 99, text: JSON.stringify(base64), encoding: 'base64' }))).toEqual(joined)
  const hex = gzipped.toString('hex')
  expect(withPiecesJoined(entry({ text: JSON.stringify([hex.slice(0, 8), hex.slice(8)]) }))).toEqual(joined)
})

test.each([
  ['a JSON list without encoding', { text: '["a"]' }, []],
  ['a list of other text', { text: '["?"]', encoding: 'base64' }, encoded],
  ['a list of other values', { text: '[1]', encoding: 'base64' }, encoded],
  ['a truncated list', { text: '["H4sI', encoding: 'base64' }, encoded],
])('%s is unchanged', (_, content, headers) => {
  expect(contentOf(entry(content, headers))).toEqual({ headers, content })
})
