import { expect, test } from 'vitest'
import { decodeMultipart } from '../../media/decode-multipart.ts'
import { imageFacts } from '../../media/image-facts.ts'
import { encodeMultipart } from '../../media/multipart.ts'
import { recogniseLarge } from './file-facts.ts'
import { formValue } from './form.ts'
import { type Upload, uploads } from './uploads.ts'

const large = Buffer.concat([uploads.maskBelow4MB.bytes()].flat())

/** What is read of the bytes as the mask of a form. */
function readAsMask(bytes: Uint8Array) {
  const { contentType, body } = encodeMultipart([{ name: 'mask', filename: 'mask.png', type: 'image/png', bytes }])
  const parts = decodeMultipart(contentType, body, recogniseLarge) ?? []
  return { isKnown: parts[0]?.known !== undefined, value: formValue(parts) }
}

test('a large file of our own is known, with the facts that any look at it finds', () => {
  expect(readAsMask(large)).toEqual({ isKnown: true, value: { mask: { field: 'mask', ...imageFacts(large) } } })
})

test.each([
  ['whose first byte is another', changedAt(0)],
  ['whose last byte is another', changedAt(large.length - 1)],
  ['whose middle byte is another', changedAt(large.length >> 1)],
  ['that lacks its last byte', large.subarray(0, -1)],
  ['that has a byte more', Buffer.concat([large, Buffer.of(0)])],
  ['that is followed by what looks like a delimiter', Buffer.concat([large, Buffer.from('\r\n--mgi')])],
])('a file %s is not ours', (_, changed) => {
  expect(readAsMask(changed)).toEqual({ isKnown: false, value: { mask: { field: 'mask', ...imageFacts(changed) } } })
})

function changedAt(at: number): Uint8Array {
  const changed = Uint8Array.from(large)
  changed[at]! ^= 1
  return changed
}

test('no large file of our own holds what could be a delimiter', () => {
  for (const { facts, bytes } of Object.values<Upload>(uploads)) {
    if (facts.bytes < 1_000_000) continue
    expect(Buffer.concat([bytes()].flat()).includes('\r\n--')).toBe(false)
  }
})
