import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeMultipart, encodeMultipart } from './multipart.ts'

const name = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => !/[\\%]/.test(text))
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc
    .constantFrom('--mgi-form-boundary', '\r\n--mgi-form-boundary--\r\n', '\r\n\r\n', '')
    .map((text) => Buffer.from(text)),
)
const file = fc.record({ name, filename: name, type: fc.constantFrom('image/png', 'text/plain'), bytes })

test('encoded parts are decoded unchanged, whatever their bytes', () => {
  fc.assert(
    fc.property(fc.array(file, { minLength: 1, maxLength: 5 }), (parts) => {
      const { contentType, body } = encodeMultipart(parts)
      const read = decodeMultipart(contentType, body)?.map((part) => ({
        ...part,
        bytes: Buffer.from(part.bytes).toString('hex'),
      }))
      expect(read).toEqual(parts.map((part) => ({ ...part, bytes: Buffer.from(part.bytes).toString('hex') })))
    }),
  )
})

test('the same parts give the same bytes', () => {
  fc.assert(
    fc.property(fc.array(file), (parts) => {
      expect(Buffer.from(encodeMultipart(parts).body).equals(encodeMultipart(parts).body)).toBe(true)
    }),
  )
})

test('any bytes are decoded without throwing', () => {
  const scraps = fc.array(
    fc.oneof(
      fc.uint8Array({ maxLength: 20 }),
      fc
        .constantFrom('--b', '\r\n', '--', 'Content-Disposition: form-data; name=', '"a"')
        .map((text) => Buffer.from(text)),
    ),
    { maxLength: 20 },
  )
  fc.assert(
    fc.property(scraps, fc.oneof(fc.string(), fc.constant('multipart/form-data; boundary=b')), (pieces, type) => {
      expect(() => decodeMultipart(type, Buffer.concat(pieces))).not.toThrow()
    }),
    { numRuns: 1000 },
  )
})

test.each([
  ['without a closing delimiter', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'],
  ['whose part has no name', '--b\r\nContent-Disposition: form-data\r\n\r\n1\r\n--b--\r\n'],
  [
    'whose part is encoded',
    '--b\r\nContent-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64\r\n\r\nMQ==\r\n--b--\r\n',
  ],
  ['that is empty', ''],
])('a form %s is not decoded', (_, body) => {
  expect(decodeMultipart('multipart/form-data; boundary=b', Buffer.from(body))).toBeUndefined()
})

test.each([
  [
    'a quoted boundary',
    'multipart/form-data; boundary="b"',
    '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--',
  ],
  [
    'a preamble and an epilogue',
    'multipart/form-data; boundary=b',
    'x\r\n--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\ny',
  ],
  [
    'bare names and other cases',
    'Multipart/Form-Data; Boundary=b',
    '--b  \r\ncontent-disposition: form-data; name=a\r\n\r\n1\r\n--b--',
  ],
])('a form with %s is decoded', (_, type, body) => {
  const [part] = decodeMultipart(type, Buffer.from(body)) ?? []
  expect([part?.name, Buffer.from(part?.bytes ?? []).toString()]).toEqual(['a', '1'])
})
