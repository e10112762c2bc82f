import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exchangeWith } from '../../../core/model/exchange.fixture.ts'
import type { Exchange } from '../../../core/model/exchange.ts'
import { wholeBody } from '../../../core/model/whole-body.ts'
import { longestMask, masksOf, problemOfMasks } from './masks.ts'
import { createRedactor } from './redact.ts'

const masked = (text: string, ...masks: string[]) => createRedactor([], masks).text(text)
const bodyOf = ({ response }: Exchange) => Buffer.from(wholeBody(response?.chunks ?? [])).toString('utf8')

test.each([
  ['customer-12 and customer-7', ['customer-\\d+'], '«masked» and «masked»'],
  ['Frau Müller, Müllerstraße', ['M(?i:ü)ller'], 'Frau «masked», «masked»straße'],
  ['one two', ['on', 'e t', 'wo'], '«masked»'],
  ['🙂 Ottilie 🙂', ['Ottilie'], '🙂 «masked» 🙂'],
  ['nothing here', ['x'], 'nothing here'],
  ['x-api-key: «key:valid»; it is a key', ['.*key.*'], '«masked»«key:valid»«masked»'],
  ['é', ['é'], '«masked»'],
])('%s with masks %j is written as %s', (text, masks, written) => {
  expect(masked(text, ...masks)).toBe(written)
  const bytes = Buffer.from(text)
  const exchange = exchangeWith({
    response: { status: 200, headers: [], chunks: [...bytes].map((byte) => ({ at: 0, bytes: Uint8Array.of(byte) })) },
  })
  expect(bodyOf(createRedactor([], masks).exchange(exchange))).toBe(written)
})

test('a match anywhere in a long body is masked, and the body is marked as redacted', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 262_000, max: 262_200 }),
      fc.integer({ min: 1, max: longestMask }),
      (before, length) => {
        const secret = `<${'z'.repeat(length - 1)}`
        const bytes = Buffer.from(`${'a'.repeat(before)}${secret}${'b'.repeat(9_000)}`)
        const exchange = exchangeWith({ response: { status: 200, headers: [], chunks: [{ at: 1, bytes }] } })
        const written = createRedactor([], ['<z*']).exchange(exchange)
        expect(bodyOf(written)).toBe(`${'a'.repeat(before)}«masked»${'b'.repeat(9_000)}`)
        expect(written.redacted).toEqual(['response-body'])
      },
    ),
    { numRuns: 20 },
  )
})

test('requests, headers, paths and compressed bodies are masked', () => {
  const exchange = exchangeWith({
    request: { path: '/v1/ottilie', headers: [['x-user', 'ottilie']], body: Buffer.from('"ottilie"') },
    response: {
      status: 200,
      headers: [['content-encoding', 'gzip']],
      chunks: [{ at: 1, bytes: gzipSync('ottilie') }],
    },
  })
  const written = createRedactor([], ['ottilie']).exchange(exchange)
  expect(written.request).toMatchObject({ path: '/v1/«masked»', headers: [['x-user', '«masked»']] })
  expect(Buffer.from(written.request.body).toString()).toBe('"«masked»"')
  expect(JSON.stringify(createRedactor([], ['ottilie']).exchange(written))).toBe(JSON.stringify(written))
})

test.each([
  ['(a+)+$', undefined],
  ['(?=a)b', 'invalid or unsupported Perl syntax: `(?=`'],
  ['(a)\\1', 'invalid escape sequence: `\\1`'],
  ['[', 'missing closing ]'],
  ['a*', 'it matches the empty text'],
  ['(a{1000}){1000}', 'invalid repeat count'],
  ['a'.repeat(1001), 'longer than 1000 characters'],
])('the mask pattern %s has the problem %s', (pattern, why) => {
  const found = problemOfMasks(['fine', pattern])
  if (why === undefined) expect(found).toBeUndefined()
  else expect(found).toEqual({ index: 1, why: expect.stringContaining(why) })
})

test('patterns that could backtrack exponentially finish', () => {
  const text = `by ${'a'.repeat(20_000)} ${'x'.repeat(20_000)}`
  expect(masksOf(['(a+)+b', '(x+x+)+y'])!(text)).toEqual([])
})
