import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { exchangeWith, responseWith } from '../../../core/model/exchange.fixture.ts'
import type { Exchange } from '../../../core/model/exchange.ts'
import { decode, encode } from './line.ts'
import { decodeInPieces } from './line-in-pieces.ts'

function exchange(request: Uint8Array, response: readonly Uint8Array[]): Exchange {
  return exchangeWith({
    request: { method: 'POST', headers: [['x', '"base64":"quoted"']], body: request },
    response: responseWith(response),
  })
}

/** Returns bytes that do not compress and are not text. */
function noise(length: number, seed: number): Uint8Array {
  let state = seed
  return new Uint8Array(length).map(() => {
    state = Math.imul(state, 1_664_525) + 1_013_904_223
    return state >>> 24
  })
}

const million = 1 << 20

test.each([
  ['small bodies', exchange(noise(100, 1), [noise(7, 2)])],
  ['a large response in chunks', exchange(noise(100, 1), [noise(million, 3), noise(1, 4), noise(2 * million, 5)])],
  ['two large bodies, neither a multiple of three', exchange(noise(million + 1, 6), [noise(3 * million + 2, 7)])],
  ['a compressible large body', exchange(noise(9, 8), [noise(4 * million, 9).map((byte) => byte & 15)])],
])('a line with %s is decoded in pieces with the same result', (_, given) => {
  const line = encode(given)
  expect(same(decodeInPieces(Buffer.from(line)), decode(line))).toBe(true)
  expect(same(decode(line), { kind: 'exchange', exchange: given, about: {} })).toBe(true)
})

test('a long line that is truncated or not evidence is a problem', () => {
  const line = encode(exchange(noise(9, 1), [noise(2 * million, 2)]))
  const problem = { kind: 'problem', problem: expect.stringContaining('it is') }
  for (const text of [line.slice(0, -3), line.slice(0, 2 * million), `{"base64":"${'A'.repeat(2 * million)}"}`])
    expect([decodeInPieces(Buffer.from(text)), decode(text)]).toEqual(Array(2).fill(problem))
})

/** Compares values as JSON with base64, which is fast for bodies of millions of bytes. */
function same(one: object, other: object): boolean {
  const text = (value: object): string =>
    JSON.stringify(value, (_, member: unknown) =>
      member instanceof Uint8Array ? Buffer.from(member).toString('base64') : member,
    )
  return text(one) === text(other)
}
