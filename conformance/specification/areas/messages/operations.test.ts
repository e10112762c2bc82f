import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RecordedRequest } from '../../../core/model/exchange.ts'
import { createMessage, streamMessage } from './operations.ts'

const operations = [createMessage, streamMessage]

const bodies = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })).map((rest) => ({ ...rest, stream: true })),
)
/** Bodies after a round trip, because JSON has no negative zero. */
const written = bodies.map((body) => JSON.parse(JSON.stringify(body)) as unknown)
const values = fc.record({ 'provider-version': fc.string(), 'provider-beta': fc.string() }, { requiredKeys: [] })

test('a written request is read back unchanged', () => {
  fc.assert(
    fc.property(values, fc.option(written, { nil: undefined }), (header, body) => {
      const value = { header: { ...header }, ...(body === undefined ? {} : { body }) }
      for (const operation of operations) expect(operation.read(operation.write(value))).toEqual(value)
    }),
  )
})

test('a messages request matches exactly one operation', () => {
  fc.assert(
    fc.property(written, (body) => {
      const request = createMessage.write({ header: {}, body })
      expect(operations.filter((operation) => operation.matches(request))).toHaveLength(1)
    }),
  )
})

test('any bytes are read without throwing', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.string(), (body, path) => {
      const request: RecordedRequest = { method: 'POST', path: `/v1/messages${path}`, headers: [], body }
      for (const operation of operations) {
        expect(operation.read(request).header).toEqual({})
        operation.matches(request)
      }
    }),
  )
})

test('other paths and methods match no operation', () => {
  const request = createMessage.write({ header: {}, body: {} })
  for (const other of [{ method: 'GET' }, { path: '/v1/messages/1' }, { path: '/v1/message' }]) {
    expect(operations.some((operation) => operation.matches({ ...request, ...other }))).toBe(false)
  }
  expect(createMessage.matches({ ...request, path: '/v1/messages?beta=true' })).toBe(true)
})

test('a repeated header is read as a list', () => {
  const request = createMessage.write({ header: { 'provider-beta': 'a' }, body: {} })
  const headers = [...request.headers, ['Provider-Beta', 'b'] as const]
  expect(createMessage.read({ ...request, headers }).header).toEqual({ 'provider-beta': 'a, b' })
})
