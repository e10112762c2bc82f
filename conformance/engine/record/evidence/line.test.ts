import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exchangeWith, responseWith } from '../../../core/model/exchange.fixture.ts'
import { decodeBody, encodeBody, leastPacked } from './body-codec.ts'
import { decode, encode } from './line.ts'

test('an unrelated line is a problem with a description', () => {
  const json = fc.json().map((text) => text)
  fc.assert(
    fc.property(fc.oneof(fc.string(), json), (line) => {
      expect(decode(line)).toEqual({ kind: 'problem', problem: expect.stringMatching(/./) })
    }),
  )
})

test('chunks that do not add up to the body are a problem', () => {
  const line = encode(exchangeWith({ response: responseWith('whole') }))
  expect(line).toContain('[0,5]')
  expect(decode(line.replace('[0,5]', '[0,4]'))).toEqual({ kind: 'problem', problem: 'its response cannot be read' })
})

test.each([
  ['compresses', (at: number) => at % 7],
  ['does not compress', (at: number) => Math.imul(at + 1, 0x9e3779b1) >>> 11],
])('a large body that %s is decoded unchanged', (_, byte) => {
  const body = new Uint8Array(3 * leastPacked).map((_, at) => byte(at))
  expect(Buffer.compare(decodeBody(encodeBody(body))!, body)).toBe(0)
})

test('text stays readable, and large repetitive bodies are compressed', () => {
  expect(encodeBody(Buffer.from('{"n":1}'))).toEqual({ text: '{"n":1}' })
  expect(encodeBody(Uint8Array.of(0xff, 0xfe))).toEqual({ base64: '//4=' })
  expect(Object.keys(encodeBody(new Uint8Array(leastPacked + 1)))).toEqual(['gzip'])
})
