import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shellQuoted } from '../../../../reports/shell-word.ts'
import { chunkedFraming, usualOffer, withBeta } from '../../../core/model/envelope.ts'
import type { HeaderLine, RecordedRequest } from '../../../core/model/exchange.ts'
import { curlFor } from './curl.ts'

const post: RecordedRequest = {
  method: 'POST',
  path: '/v1/messages',
  headers: [
    ['content-type', 'application/json'],
    ['x-api-key', '«key:valid»'],
  ],
  body: Buffer.from('{"model":"messages-model-1","text":"it\'s"}'),
}

test('the command repeats the request with the model names of the target and without the key', () => {
  expect(curlFor(post, 'http://x', { models: { 'messages-model-1': 'vendor' } })).toBe(
    String.raw`curl -sS -i -N 'http://x/v1/messages' -H 'content-type: application/json' -H 'x-api-key: '"$MGI_API_KEY" --data-raw '{"model":"vendor","text":"it'\''s"}'`,
  )
})

test('a GET request names its method, and a key in the query becomes a variable', () => {
  const get: RecordedRequest = {
    ...post,
    method: 'GET',
    path: '/a?alt=sse&key=«key:valid:sk»',
    headers: [],
    body: Buffer.from(''),
  }
  expect(curlFor(get, 'http://x', {})).toBe(`curl -sS -i -N -X GET 'http://x/a?alt=sse&key='"sk-$MGI_API_KEY"`)
})

test('the command repeats an unusual envelope, and omits the usual offer of codings', () => {
  const inEnvelope = (...lines: readonly HeaderLine[]) =>
    curlFor({ ...post, headers: [...post.headers, ...lines] }, 'http://x', {})
  expect(inEnvelope(usualOffer)).toBe(curlFor(post, 'http://x', {}))
  expect(inEnvelope(['accept-encoding', 'br'])).toMatch(/^curl -sS -i -N --compressed .* -H 'accept-encoding: br' /)
  expect(inEnvelope(['accept-encoding', 'identity'])).toMatch(/^curl -sS -i -N 'http.* -H 'accept-encoding: identity' /)
  expect(inEnvelope(chunkedFraming)).toContain("-H 'transfer-encoding: chunked'")
  expect(curlFor(withBeta(post), 'http://x', {})).toContain("'http://x/v1/messages?beta=true'")
})

test('binary bodies are passed as base64', () => {
  expect(curlFor({ ...post, body: Uint8Array.of(0xff, 0) }, 'http://x', {})).toMatch(
    /^printf %s '\/wA=' \| base64 -d \| curl .* --data-binary @-$/,
  )
})

test('a body that is too long for a command line has no command', () => {
  expect(curlFor({ ...post, body: new Uint8Array(10_000) }, 'http://x', {})).toBeUndefined()
})

test('the shell parses a quoted word as the original text', () => {
  const word = fc.string({ unit: fc.constantFrom("'", '"', '$', '`', '\\', '!', '\n', ' ', ';', 'a', 'é', '*') })
  fc.assert(
    fc.property(word, (text) => {
      expect(execFileSync('sh', ['-c', `printf %s ${shellQuoted(text)}`]).toString()).toBe(text)
    }),
    { numRuns: 20 },
  )
})

test('the pair of a key that begins with sk- is the key without that prefix', () => {
  const twin: RecordedRequest = { ...post, headers: [['authorization', 'Bearer «key:valid:sk»']] }
  expect(curlFor(twin, 'http://x', {})).toContain(`-H 'authorization: Bearer '"sk-$MGI_API_KEY"`)
  expect(curlFor(twin, 'http://x', { isPrefixed: true })).toContain(`-H 'authorization: Bearer '"\${MGI_API_KEY#sk-}"`)
  expect(curlFor(twin, 'http://x', { isPrefixed: true, variable: 'K' })).toContain('"${K#sk-}"')
})

test('the shell expands both keys of an `sk-` pair to the keys the run sent', () => {
  const shell = (word: string, key: string) =>
    execFileSync('sh', ['-c', `printf %s ${word}`], { env: { MGI_API_KEY: key } }).toString()
  expect(shell('"${MGI_API_KEY#sk-}"', 'sk-abc')).toBe('abc')
  expect(shell('"sk-$MGI_API_KEY"', 'a $b`c')).toBe('sk-a $b`c')
})

test('secrets in extra headers become variables, and flags come before the URL', () => {
  const words = {
    extraHeaders: [['x-token', 'Token «env:TENANT_TOKEN»!']] as const,
    flags: ['--cacert', "'my certs/a.pem'"],
  }
  expect(curlFor({ ...post, body: new Uint8Array() }, 'http://x', words)).toBe(
    `curl -sS -i -N --cacert 'my certs/a.pem' 'http://x/v1/messages' -H 'content-type: application/json' -H 'x-api-key: '"$MGI_API_KEY" -H 'x-token: Token '"$TENANT_TOKEN"'!' -X POST`,
  )
})

test('a label in text from a target names no variable, and the address of an image on any host contains no key', () => {
  const echo = { ...post, body: Buffer.from('{"text":"«env:HOME» «key:valid»"}') }
  expect(curlFor(echo, 'http://x', {})).toContain(`--data-raw '{"text":"«env:HOME» '"$MGI_API_KEY"'"}'`)
  const image: RecordedRequest = { method: 'GET', path: 'http://y/?k=«key:valid»', headers: [], body: Buffer.from('') }
  expect(curlFor(image, 'http://x', {})).toBe("curl -sS -i -N -X GET 'http://y/?k=«key:valid»'")
})
