import { expect, test } from 'vitest'
import {
  asRecorded,
  envelopeParts,
  inEnvelopeOf,
  noOffer,
  offering,
  unwrapped,
  usualOffer,
  withBeta,
} from './envelope.ts'
import type { HeaderLine, RecordedRequest } from './exchange.ts'

const plain: RecordedRequest = {
  method: 'POST',
  path: '/v1/messages',
  headers: [['content-type', 'application/json']],
  body: new Uint8Array([123, 125]),
}

function having(...lines: readonly HeaderLine[]): RecordedRequest {
  return { ...plain, headers: [...plain.headers, ...lines] }
}

test('a request offers the usual codings, unless it says which or that it offers none', () => {
  expect(offering(plain)).toEqual(having(usualOffer))
  expect(offering(having(['Accept-Encoding', 'br']))).toEqual(having(['Accept-Encoding', 'br']))
  expect(offering(having(noOffer))).toEqual(plain)
})

test('a recorded request is offered again as it was', () => {
  for (const recorded of [plain, having(usualOffer), having(['accept-encoding', 'identity'])])
    expect(offering(asRecorded(recorded))).toEqual(recorded)
})

test('each unusual part of an envelope is named', () => {
  expect(envelopeParts(having(usualOffer))).toEqual([])
  expect(envelopeParts(plain)).toEqual(['no `accept-encoding`'])
  expect(envelopeParts(withBeta(having(['accept-encoding', 'br'], ['transfer-encoding', 'Chunked'])))).toEqual([
    '`accept-encoding: br`',
    'a body in chunks',
    '`?beta=true`',
  ])
  expect(envelopeParts({ ...plain, headers: [['CONTENT-TYPE', 'application/json'], usualOffer] })).toEqual([
    'header names in capitals',
  ])
  expect(envelopeParts({ ...plain, headers: [['Content-Type', 'application/json'], usualOffer] })).toEqual([])
})

test('requests that differ only in their envelopes are equal without them', () => {
  const others = [having(noOffer), having(['transfer-encoding', 'chunked']), withBeta(plain)]
  for (const other of others) expect(unwrapped(other)).toBe(unwrapped(plain))
  expect(unwrapped(withBeta({ ...plain, path: '/v1/messages?alt=sse' }))).toBe(
    unwrapped({ ...plain, path: '/v1/messages?alt=sse' }),
  )
  expect(unwrapped(having(['provider-beta', 'walnut']))).not.toBe(unwrapped(plain))
  expect(unwrapped({ ...plain, path: '/v1/messages?beta=false' })).not.toBe(unwrapped(plain))
})

test('a request takes the envelope of another one and keeps the rest', () => {
  const other = withBeta(having(['accept-encoding', 'br'], ['provider-beta', 'walnut']))
  expect(inEnvelopeOf(other, having(usualOffer))).toEqual(withBeta(having(['accept-encoding', 'br'])))
  expect(inEnvelopeOf(plain, plain)).toEqual(plain)
})
