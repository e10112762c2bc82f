import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RecordedRequest } from '../../../core/model/exchange.ts'
import { fileIn } from './file-facts.ts'
import { edit, generate, imagesOperations, variation } from './operations.ts'
import { imagesTemplates } from './templates.ts'
import { type Upload, uploads } from './uploads.ts'

const small = Object.values<Upload>(uploads).filter(({ facts }) => facts.bytes < 10_000)
const text = fc.string({ unit: 'grapheme', maxLength: 40 })
const count = fc.oneof(fc.integer({ min: -3, max: 20 }), fc.constantFrom('', 'abc', '2.5', '01'))
const field = {
  prompt: text,
  model: text,
  n: count,
  quality: text,
  size: text,
  response_format: text,
  user: text,
  colour: text,
}
const images = (name: 'image' | 'image[]') =>
  fc.array(
    fc.constantFrom(...small).map((upload) => fileIn(name, upload)),
    { minLength: 1, maxLength: 3 },
  )
const form = fc
  .record(
    {
      ...field,
      image: fc.oneof(images('image'), images('image[]')),
      mask: fc.constantFrom(...small).map((upload) => fileIn('mask', upload)),
    },
    { requiredKeys: [] },
  )
  .filter((body) => Object.keys(body).length > 0)

test.each([edit, variation])('$id: a written form is read back unchanged', (operation) => {
  fc.assert(
    fc.property(form, (body) => {
      expect(operation.read(operation.write({ body }))).toEqual({ body })
    }),
  )
})

test('a JSON body is read back unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (body) => {
      const same = JSON.parse(JSON.stringify(body))
      expect(generate.read(generate.write({ body }))).toEqual({ body: same })
    }),
  )
})

test.each(imagesTemplates)('$operation $id is read back unchanged and matches no other operation', ({
  operation: id,
  value,
}) => {
  const operation = imagesOperations.find((one) => one.id === id) as (typeof imagesOperations)[number]
  const request = operation.write(value)
  expect(operation.read(request)).toEqual(value)
  expect(imagesOperations.filter((one) => one.matches(request))).toEqual([operation])
})

test.each(
  imagesOperations,
)('$id: an unusual or missing content type and a content encoding are recorded', (operation) => {
  const all: Record<string, string>[] = [
    { 'content-type': 'text/plain' },
    { 'content-encoding': 'gzip' },
    { 'content-type': '' },
  ]
  for (const told of all) {
    expect(operation.read(operation.write({ header: told }))).toEqual({ header: told })
  }
})

test.each(imagesOperations)('$id: any bytes are read without throwing', (operation) => {
  const type = fc.oneof(
    fc.string(),
    fc.constantFrom('application/json', 'multipart/form-data; boundary=b', 'multipart/form-data'),
  )
  fc.assert(
    fc.property(fc.uint8Array(), type, (body, contentType) => {
      const request: RecordedRequest = { method: 'POST', path: '/', headers: [['Content-Type', contentType]], body }
      expect(() => operation.cost(operation.read(request))).not.toThrow()
    }),
  )
})

test('a repeated field is recorded, and its first value is used', () => {
  const [first, second] = ['a', 'b'].map(
    (value) => `--b\r\nContent-Disposition: form-data; name="prompt"\r\n\r\n${value}\r\n`,
  )
  const body = Buffer.from(`${first}${second}--b--\r\n`)
  const headers = [['content-type', 'multipart/form-data; boundary=b']] as const
  expect(edit.read({ method: 'POST', path: '/v1/images/edits', headers, body })).toEqual({
    body: { prompt: 'a', repeated: ['prompt'] },
  })
})

test('a file is described by its bytes, not by the headers of its part', () => {
  const part = 'Content-Disposition: form-data; name="image"\r\nContent-Type: text/html\r\n\r\n'
  const body = Buffer.concat([
    Buffer.from(`--b\r\n${part}`),
    uploads.square.bytes() as Uint8Array,
    Buffer.from('\r\n--b--\r\n'),
  ])
  const headers = [['content-type', 'multipart/form-data; boundary=b']] as const
  expect(edit.read({ method: 'POST', path: '/v1/images/edits', headers, body })).toEqual({
    body: { image: [fileIn('image', uploads.square)] },
  })
})

test.each([
  [{ body: { prompt: 'x' } }, 1],
  [{ body: { prompt: 'x', n: 4 } }, 4],
  // A lenient gateway may produce all of them.
  [{ body: { prompt: 'x', n: 1e9 } }, 1e9],
  [{}, 1],
])('%j costs %i images', (value, images) => {
  expect(generate.cost(value)).toEqual({ calls: 0, images })
})

test('impossible file facts and non-text fields cannot be written', () => {
  const impossible = { ...fileIn('image', uploads.square), width: 3 }
  expect(() => edit.write({ body: { image: [impossible] } })).toThrow(RangeError)
  expect(() => edit.write({ body: { prompt: {} } })).toThrow(TypeError)
})
