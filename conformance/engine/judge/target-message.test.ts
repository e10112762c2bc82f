import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quotedBriefly, rejectionTextOf } from './target-message.ts'

const nothing = new Uint8Array()
const ofJson = (json: unknown) => rejectionTextOf({ json, body: Buffer.from(JSON.stringify(json) ?? '') })
const ofText = (text: string) => rejectionTextOf({ json: undefined, body: Buffer.from(text) })

test.each([
  ['the message of an error object', { error: { code: 400, message: 'Mask and image differ in size.' } }],
  ['the message beside a flag', { success: false, message: 'Mask and image differ in size.' }],
  ['an error that is a text', { error: 'Mask and image differ in size.' }],
  ['a message in several lines', { error: { message: ' Mask and image\n\tdiffer in size.\r\n' } }],
])('%s is extracted as the rejection text', (_, json) => {
  expect(ofJson(json)).toBe('Mask and image differ in size.')
})

test('the body is quoted if it has no message, and an empty body is not quoted', () => {
  expect(ofJson({ detail: 'no' })).toBe('{"detail":"no"}')
  expect(ofText('<h1>Bad\nRequest</h1>')).toBe('<h1>Bad Request</h1>')
  expect(rejectionTextOf({ json: undefined, body: nothing })).toBeUndefined()
  expect(ofText(' \r\n ')).toBeUndefined()
})

test('a rejection text is a single line of at most 200 characters', () => {
  const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 2000 }), fc.jsonValue())
  fc.assert(
    fc.property(anything, (said) => {
      for (const line of [
        ofText(typeof said === 'string' ? said : JSON.stringify(said)),
        ofJson(said),
        ofJson({ error: { message: said } }),
      ]) {
        expect(line ?? 'nothing').not.toMatch(/[\n\r]|^\s|^$/)
        expect(Array.from(line ?? '').length).toBeLessThanOrEqual(200)
      }
    }),
  )
})

test('a finding quotes the beginning of the rejection text', () => {
  expect(quotedBriefly('No.')).toBe('"No."')
  expect(quotedBriefly('No. '.repeat(50)).length).toBeLessThan(100)
})
