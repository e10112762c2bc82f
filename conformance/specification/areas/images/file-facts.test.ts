import { expect, test } from 'vitest'
import { imageFacts } from '../../../core/wire/image-facts.ts'
import { decodeMultipart, encodeMultipart } from '../../../core/wire/multipart.ts'
import { type Upload, uploads } from './uploads.ts'
import { formValue } from './wire.ts'

const large = Buffer.concat([uploads.maskBelow4MB.bytes()].flat())

function readAsMask(bytes: Uint8Array) {
  const { contentType, body } = encodeMultipart([{ name: 'mask', filename: 'mask.png', type: 'image/png', bytes }])
  return formValue(decodeMultipart(contentType, body) ?? [])
}

test.each([
  ['of the suite', large],
  ['with another first byte', changedAt(0)],
  ['with another last byte', changedAt(large.length - 1)],
  ['with another middle byte', changedAt(large.length >> 1)],
  ['without its last byte', large.subarray(0, -1)],
  ['with an extra byte', Buffer.concat([large, Buffer.of(0)])],
  ['followed by a partial delimiter', Buffer.concat([large, Buffer.from('\r\n--mgi')])],
])('a large file %s is read completely from a form', (_, file) => {
  expect(readAsMask(file)).toEqual({ mask: { field: 'mask', ...imageFacts(file) } })
})

function changedAt(at: number): Uint8Array {
  const changed = Uint8Array.from(large)
  changed[at]! ^= 1
  return changed
}

test('no large test image contains a possible multipart delimiter', () => {
  for (const { facts, bytes } of Object.values<Upload>(uploads)) {
    if (facts.bytes < 1_000_000) continue
    expect(Buffer.concat([bytes()].flat()).includes('\r\n--')).toBe(false)
  }
})
