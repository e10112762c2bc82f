import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { exchangeWith, responseWith } from '../../../core/model/exchange.fixture.ts'
import type { Exchange, HeaderLine } from '../../../core/model/exchange.ts'
import { evidenceOf } from './evidence-of.ts'

function streamed(pieces: readonly Uint8Array[], headers: readonly HeaderLine[] = []): Exchange {
  const response = responseWith(pieces, { headers: [['content-type', 'text/event-stream'], ...headers] })
  return exchangeWith({ captured: ['response-headers', 'response-body'], response })
}

const event = (data: string) => new Uint8Array(Buffer.from(`data: ${data}\n\n`))

test('chunks and events omitted from a long stream are counted', () => {
  const { response } = evidenceOf(streamed(Array.from({ length: 300 }, () => event('x'.repeat(1500)))), {})
  expect(response).toMatchObject({ chunksTotal: 300, eventsTotal: 300 })
  expect(response?.chunks).toHaveLength(200)
  expect(response?.events).toHaveLength(200)
  expect(response?.events?.[0]).toMatchObject({ characters: 1500, data: 'x'.repeat(1000) })
})

test('a stream shown in full has no totals', () => {
  const { response } = evidenceOf(streamed([event('a'), event('b')]), {})
  expect(response?.events).toEqual([
    { index: 0, at: 0, chunk: 0, data: 'a' },
    { index: 1, at: 1, chunk: 1, data: 'b' },
  ])
  expect(response).not.toHaveProperty('eventsTotal')
  expect(response).not.toHaveProperty('chunksTotal')
})

test('events of a compressed stream are shown decompressed', () => {
  const packed = gzipSync(event('a'))
  const halves = [packed.subarray(0, 10), packed.subarray(10)]
  const { response } = evidenceOf(streamed(halves, [['content-encoding', 'gzip']]), {})
  expect(response?.events).toEqual([{ index: 0, at: 1, chunk: 0, data: 'a' }])
})
