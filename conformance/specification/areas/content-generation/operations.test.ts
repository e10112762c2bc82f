import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RecordedRequest } from '../../../core/model/exchange.ts'
import suite from './index.ts'
import { generateContent, streamContent } from './operations.ts'

const operations = suite.operations
const values = fc.record({
  path: fc.record({ model: fc.string({ unit: 'grapheme', minLength: 1 }) }),
  body: fc.jsonValue(),
})

test.each(operations)('$id: a written request is read back unchanged', (operation) => {
  fc.assert(
    fc.property(values, (value) => {
      const request = operation.write(value)
      expect(operation.matches(request)).toBe(true)
      expect(operation.read(request)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test.each(suite.templates)('the template $operation $id is read back unchanged', ({ operation: id, value }) => {
  const operation = operations.find((one) => one.id === id)!
  expect(operation.read(operation.write(value))).toEqual(value)
})

test('no request matches both operations, and any request can be read', () => {
  fc.assert(
    fc.property(fc.string(), fc.uint8Array(), (path, body) => {
      const request: RecordedRequest = { method: 'POST', path: `/v1beta/models/${path}`, headers: [], body }
      expect(operations.filter((one) => one.matches(request)).length).toBeLessThan(2)
      for (const one of operations) one.read(request)
    }),
  )
})

const elsewhere = [
  ['a stream without alt=sse', '/v1beta/models/m:streamGenerateContent?key=k'],
  ['alt=sse without a stream', '/v1beta/models/m:generateContent?alt=sse&key=k'],
  ['a parameter that is not listed', '/v1beta/models/m:generateContent?key=k&prettyPrint=true'],
  ['a name that is not well encoded', '/v1beta/models/%E0%A4%A:generateContent?key=k'],
  ['another action', '/v1beta/models/m:countTokens?key=k'],
] as const

test.each(elsewhere)('%s matches neither operation', (_, path) => {
  const request: RecordedRequest = { method: 'POST', path, headers: [], body: new Uint8Array() }
  expect([generateContent, streamContent].filter((one) => one.matches(request))).toEqual([])
})

test('a content type other than JSON is recorded, and JSON with a charset is not', () => {
  const request = generateContent.write({ path: { model: 'm' }, body: {} })
  const withType = (type: string) => generateContent.read({ ...request, headers: [['Content-Type', type]] }).header
  expect(withType('text/plain')).toEqual({ 'content-type': 'text/plain' })
  expect(withType('application/json; charset=utf-8')).toBeUndefined()
})
