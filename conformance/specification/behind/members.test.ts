import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import type { HeaderLine } from '../../core/model/exchange.ts'
import { encodeMultipart } from '../../core/wire/multipart.ts'
import { hasMember } from './members.ts'

const request = (body: Uint8Array, headers: readonly HeaderLine[] = []) => ({
  method: 'POST',
  path: '/',
  headers,
  body,
})
const json = request(Buffer.from('{"tool_config": {"modes": [{"mode": "any"}], "isSingle": true}, "code": {}}'))
const { contentType, body: form } = encodeMultipart([{ name: 'n', value: '2' }])

test.each([
  ['toolConfig/modes/mode', 'ANY', true],
  ['toolConfig/isSingle', 'true', true],
  ['toolConfig/isSingle', 'false', false],
  ['code', '{}', true],
  ['mode', 'any', false],
])('a member is found by its name in either spelling, without indices: %s = %s is %s', (name, value, isFound) => {
  expect(hasMember(json, { format: 'content', name, value })).toBe(isFound)
})

test('a field of a form is a member', () => {
  const sent = request(form, [['content-type', contentType]])
  expect(hasMember(sent, { format: 'images.edit', name: 'n', value: '2' })).toBe(true)
  expect(hasMember(sent, { format: 'images.edit', name: 'n', value: '1' })).toBe(false)
})
