import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { exchangeWith, responseWith } from '../../../core/model/exchange.fixture.ts'
import { connectionLeftOpen, type Ended, type Exchange, type HeaderLine } from '../../../core/model/exchange.ts'
import { readBody } from './read-body.ts'

const offer: HeaderLine = ['Accept-Encoding', 'gzip, deflate, br']

function exchange(
  body: Uint8Array,
  coding: string | undefined,
  { ended = 'complete', offers = [offer] }: { readonly ended?: Ended; readonly offers?: readonly HeaderLine[] } = {},
): Exchange {
  const headers: HeaderLine[] = coding === undefined ? [] : [['content-encoding', coding]]
  return exchangeWith({ request: { headers: offers }, response: responseWith([body], { headers }), ended })
}

const plain = Buffer.from('{"a":[1,2]}')

test.each([
  ['gzip', gzipSync(plain)],
  ['X-GZip', gzipSync(plain)],
  ['deflate', deflateSync(plain)],
  ['deflate', deflateRawSync(plain)],
  ['br', brotliCompressSync(plain)],
  ['gzip, br', brotliCompressSync(gzipSync(plain))],
  ['identity', plain],
])('a body encoded with %s is decoded', (coding, body) => {
  expect(readBody(exchange(body, coding), 'json')).toMatchObject({ complete: true, json: { a: [1, 2] } })
})

test.each([
  ['gzip', gzipSync(plain, { finishFlush: constants.Z_SYNC_FLUSH })],
  ['deflate', deflateSync(plain, { finishFlush: constants.Z_SYNC_FLUSH })],
  ['deflate', deflateRawSync(plain, { finishFlush: constants.Z_SYNC_FLUSH })],
  ['br', brotliCompressSync(plain, { finishFlush: constants.BROTLI_OPERATION_FLUSH })],
])('a body encoded with %s needs its end only if the connection was not left open', (coding, body) => {
  const given = exchange(body, coding)
  expect(readBody({ ...given, trouble: connectionLeftOpen }, 'json')).toMatchObject({ json: { a: [1, 2] } })
  expect(readBody(given, 'json').unread).toMatch(/is not valid (gzip|deflate|br) /)
})

test('a body that is damaged before its connection was left open is a defect', () => {
  const given = { ...exchange(plain, 'gzip'), trouble: connectionLeftOpen }
  expect(readBody(given, 'json')).toMatchObject({ complete: true, unread: expect.stringContaining('incorrect header') })
})

test.each([
  [
    'a coding that was not offered',
    exchange(plain, 'x-own'),
    'content-encoding is x-own, which the request does not accept',
  ],
  [
    'plain text declared as gzip',
    exchange(plain, 'gzip'),
    'content-encoding is gzip, but the body is not valid gzip (incorrect header',
  ],
  [
    'gzip without its end',
    exchange(gzipSync(plain).subarray(0, 12), 'gzip'),
    'the body is not valid gzip (unexpected end of file)',
  ],
  [
    'a coding that the request excludes',
    exchange(gzipSync(plain), 'gzip', { offers: [['accept-encoding', 'br, gzip;q=0, *;q=0.0']] }),
    'gzip, which the request does not accept',
  ],
])('%s is a defect of the target: its body is read as empty', (_, given, why) => {
  const { complete, unread, bytes, json } = readBody(given, 'json')
  expect({ complete, length: bytes.length, json }).toEqual({ complete: true, length: 0, json: undefined })
  expect(unread).toContain(why)
})

test.each([
  ['an unknown coding without an offered one', exchange(plain, 'x-own', { offers: [] }), 'this suite cannot decode'],
  [
    'an offered coding that the suite does not support',
    exchange(plain, 'zstd', { offers: [['accept-encoding', '*']] }),
    'zstd',
  ],
  ['a decompression bomb', exchange(gzipSync(Buffer.alloc(50 << 20)), 'gzip'), 'longer than'],
  ['a truncated body', exchange(plain, undefined, { ended: 'reset' }), 'ended early (reset)'],
  ['a body with too many members', exchange(Buffer.from(`[${'0,'.repeat(120_000)}0]`), undefined), 'more than 100000'],
])('%s is not judged, and the reason is given', (_, given, why) => {
  const { complete, unread, json } = readBody(given, 'json')
  expect({ complete, json }).toEqual({ complete: false, json: undefined })
  expect(unread).toContain(why)
})

test('only the first 25,000 events of a stream are read', () => {
  const { stream, unread } = readBody(exchange(Buffer.from('data: {}\n\n'.repeat(30_000)), undefined), 'stream')
  expect(stream?.events).toHaveLength(25_000)
  expect(unread).toBe('the stream has more than 25000 events')
})
