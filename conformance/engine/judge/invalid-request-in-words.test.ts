import { expect, test } from 'vitest'
import { validate } from '../../../schemas/index.ts'
import { invalidRequestInWords, placeInWords } from './invalid-request-in-words.ts'

const wordsFor = (schema: string, request: object) => invalidRequestInWords(validate(schema, request).violations)

const prompt = 'a kite'
test.each([
  [{}, { what: 'a request without the required `prompt`' }],
  [{ prompt: null }, { what: 'prompt null', allowed: 'the type must be string' }],
  [
    { prompt, n: 11 },
    { what: 'n 11', allowed: 'the maximum is 10' },
  ],
  [
    { prompt, n: 'two' },
    { what: 'n "two"', allowed: 'the type must be integer or null' },
  ],
  [
    { prompt, size: '7x7' },
    {
      what: 'size "7x7"',
      allowed: 'the allowed values are "256x256", "512x512", "1024x1024", "1792x1024", "1024x1792"',
    },
  ],
  [{ prompt: 'x'.repeat(1001) }, { what: 'prompt with 1001 characters', allowed: 'the maximum is 1000 characters' }],
])('an invalid request is described by its value and the limit: %j', (body, words) => {
  expect(wordsFor('images/generate-request', { body })).toEqual(words)
})

test('empty bodies, unparsable bodies and missing headers are named in the description', () => {
  const { violations: withoutBody } = validate('images/generate-request', {})
  expect(invalidRequestInWords(withoutBody, true)).toEqual({ what: 'an empty body' })
  expect(invalidRequestInWords(withoutBody, false)).toEqual({ what: 'a body that cannot be parsed' })
  const { violations } = validate('messages/request', {
    header: {},
    body: { model: 'm', max_tokens: 1, messages: [{ role: 'user', content: 'a' }] },
  })
  expect(invalidRequestInWords(violations)).toEqual({
    what: 'a request without the required header `provider-version`',
  })
})

test('values that the specification does not list are not shown as allowed', () => {
  const parts = [{ executableCode: { language: 'RUBY', code: '1' } }]
  const body = {
    contents: [
      { role: 'model', parts },
      { role: 'user', parts: [{ text: 'a' }] },
    ],
  }
  const { violations } = validate('content-generation/request', { body, path: { model: 'm' }, query: { key: 'k' } })
  const own = violations.filter(({ keyword }) => keyword === 'enum' || keyword === 'const')
  expect(invalidRequestInWords(own).allowed).toBe('the allowed values are "PYTHON", "LANGUAGE_UNSPECIFIED"')
})

test('JSON pointers are written as readable paths', () => {
  expect(placeInWords('/body/messages/0/role')).toBe('messages[0].role')
  expect(placeInWords('/body/a~1b')).toBe('a/b')
  expect(placeInWords('/header/provider-beta')).toBe('header provider-beta')
  expect(placeInWords('/body')).toBe('body')
})

const png = { field: 'image', format: 'png', width: 256, height: 256, square: true, alpha: 'transparent', bytes: 9 }
const mask = { ...png, field: 'mask', digest: 'b' }
const edit = { prompt, model: 'image-model-1', image: [{ ...png, digest: 'a' }] }
const withImage = (facts: object) => ({ ...edit, image: [{ ...png, digest: 'a', ...facts }] })

test.each([
  [{ ...edit, mask: { ...mask, height: 128 } }, 'mask (the mask is 256x128 and the image 256x256)'],
  [{ ...edit, mask: { ...mask, format: 'jpeg' } }, 'mask.format (the file is not a PNG)'],
  [withImage({ format: 'webp' }), 'image[0].format (the file is not a PNG)'],
  [
    withImage({ format: 'invalid', width: 0, height: 0, alpha: 'none' }),
    'image[0].format (the file is a PNG that cannot be decoded)',
  ],
  [withImage({ alpha: 'none' }), 'image[0].alpha (the image has no alpha channel, and there is no mask)'],
  [withImage({ bytes: 4_194_304 }), 'image[0].bytes (the file has 4 MiB or more)'],
])('an invalid file is described by its defect: %j', (body, words) => {
  expect(wordsFor('images/edit-request', { body })).toEqual({ what: `a request with an invalid ${words}` })
})

test('the description of several violations names only their paths', () => {
  const violation = { keyword: 'type', message: '/body/a must be string', pointer: '/body/a' }
  expect(invalidRequestInWords([violation, { ...violation, pointer: '/body/b' }])).toEqual({
    what: 'a request with invalid a, b',
  })
  const missing = { ...violation, keyword: 'required', pointer: '/body/tool_choice/type' }
  expect(invalidRequestInWords([missing, violation]).what).toBe('a request without tool_choice.type and with invalid a')
  expect(invalidRequestInWords([])).toEqual({ what: 'an invalid request' })
})

test('only bounds and lists of the specification are named, not the labels and tolerances of the schemas', () => {
  const contents = [{ parts: [{ text: 'a' }] }]
  expect(
    wordsFor('content-generation/request', { path: { model: 'no-such-model' }, header: {}, body: { contents } }),
  ).toEqual({ what: 'path model "no-such-model-5f0c7e31"', allowed: 'there is no such model' })
  expect(wordsFor('images/generate-request', { body: { prompt, n: {} } })).toEqual({
    what: 'n that is an object',
    allowed: 'the type must be integer or null',
  })
  const size = { display_width_px: 1024, display_height_px: 768 }
  const tools = [{ type: 'computer_20241022', name: 'computer', ...size, display_number: {} }]
  const body = { model: 'm', max_tokens: 1, messages: [{ role: 'user', content: 'a' }], tools }
  expect(wordsFor('messages/request', { header: { 'provider-version': '2023-06-01' }, body })).toEqual({
    what: 'tools[0].display_number that is an object',
    allowed: 'the type must be integer',
  })
})

test('null for a required member is told as a missing one', () => {
  const body = { model: 'm', max_tokens: 1, messages: null }
  expect(wordsFor('messages/request', { header: { 'provider-version': '2023-06-01' }, body })).toEqual({
    what: 'a request with null for the required `messages`',
  })
})
