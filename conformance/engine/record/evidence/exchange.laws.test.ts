import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Ended, type Exchange, facets } from '../../../core/model/exchange.ts'
import type { Why } from '../../../core/model/why.ts'
import { decode, encode, encodeInPieces } from './line.ts'

const plain = { noNullPrototype: true } as const
const time = fc.nat({ max: 10_000_000 }).map((microseconds) => microseconds / 1000)
const text = fc.string({ unit: 'binary' })
const headers = fc.array(fc.tuple(text, text), { maxLength: 4 })
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  text.map((words) => new Uint8Array(Buffer.from(words, 'utf8'))),
)
const chunks = fc.array(fc.record({ at: time, bytes }, plain), { maxLength: 4 })
const redirect = fc.record({ status: fc.integer({ min: 300, max: 399 }), location: text }, plain)

const count = fc.integer({ min: 1, max: 99 })
const anyWhy: fc.Arbitrary<Why> = fc.oneof(
  fc.constantFrom<Why>({ kind: 'plain' }, { kind: 'spelled' }, { kind: 'stored' }, { kind: 'alive' }),
  fc.array(text).map((covers) => ({ kind: 'drawn', covers }) as const),
  fc.record({ kind: fc.constant('violation'), requirement: text, keyword: text, pointer: text, control: text }, plain),
  fc.record({ kind: fc.constant('probe'), probe: text, step: count }, plain),
  fc.record({ kind: fc.constant('image'), of: text, image: count }, plain),
  fc.record({ kind: fc.constant('minimise'), requirement: text, of: text }, plain),
)

/** Any exchange: bytes of every kind, any headers, any end. */
const anyExchange: fc.Arbitrary<Exchange> = fc.record(
  {
    id: fc.string({ minLength: 1 }),
    caseId: fc.string({ minLength: 1 }),
    attempt: fc.integer({ min: 1, max: 9 }),
    why: anyWhy,
    source: fc.constantFrom('runner', 'proxy', 'har'),
    captured: fc.shuffledSubarray([...facets]),
    redacted: fc.shuffledSubarray([...facets]),
    startedAt: time,
    durationMs: time,
    connection: count,
    request: fc.record({ method: text, path: text, headers, body: bytes }, plain),
    response: fc.option(fc.record({ status: fc.integer({ min: 100, max: 599 }), headers, chunks }, plain)),
    ended: fc.constantFrom<Ended>('complete', 'reset', 'timeout', 'cancelled', 'too-large'),
    trouble: text,
    redirects: fc.array(redirect, { minLength: 1, maxLength: 2 }),
  },
  {
    requiredKeys: ['id', 'source', 'captured', 'startedAt', 'durationMs', 'request', 'response', 'ended'],
    noNullPrototype: true,
  },
)

test('a decoded exchange equals the encoded one', () => {
  fc.assert(
    fc.property(anyExchange, (exchange) => {
      const about = { operation: 'messages.create', purpose: 'a plain request' } as const
      expect(isDeepStrictEqual(decode(encode(exchange, about)), { kind: 'exchange', exchange, about })).toBe(true)
    }),
  )
})

test('an exchange written in pieces is decoded unchanged, regardless of its size', () => {
  const large = fc.constantFrom(800_000, 1_500_000, 3_000_001)
  fc.assert(
    fc.property(anyExchange, large, fc.boolean(), (small, length, isNoise) => {
      const body = isNoise ? new Uint8Array(randomBytes(length)) : new Uint8Array(length).fill(97)
      const exchange = { ...small, response: { status: 200, headers: [], chunks: [{ at: 1, bytes: body }] } }
      // Each piece must be used before the next one is requested.
      let line = ''
      for (const piece of encodeInPieces(exchange)) line += Buffer.from(piece as string).toString('utf8')
      expect(isDeepStrictEqual(decode(line), { kind: 'exchange', exchange, about: {} })).toBe(true)
    }),
    { numRuns: 10 },
  )
})

test('an exchange is a single line', () => {
  fc.assert(fc.property(anyExchange, (exchange) => !encode(exchange).includes('\n')))
})

test('a line with a corrupted member is decoded to an exchange or a problem', () => {
  fc.assert(
    fc.property(anyExchange, fc.nat(), fc.jsonValue(), (exchange, which, spoilt) => {
      const value = JSON.parse(encode(exchange)) as Record<string, unknown>
      const members = Object.keys(value).filter((name) => name !== 'kind')
      const line = decode(JSON.stringify({ ...value, [members[which % members.length]!]: spoilt }))
      expect(['exchange', 'problem']).toContain(line.kind)
    }),
  )
})
