import { expect, test } from 'vitest'
import { validate } from '../../schemas/index.ts'
import { breachInWords } from './breach-in-words.ts'

const wordsFor = (schema: string, body: object) => breachInWords(validate(schema, { body }).violations)

const prompt = 'a kite'
test.each([
  [{}, ' at /body/prompt, which is missing'],
  [{ prompt, n: 11 }, ' at /body/n, which must be <= 10 and is 11'],
  [{ prompt, size: '7x7' }, /^ at \/body\/size, which must be ("\d+x\d+" or )+.* and is "7x7"$/],
  [{ prompt: 'x'.repeat(1001) }, ' at /body/prompt, which must NOT have more than 1000 characters'],
])('what breaks a schema is told with its value: %j', (body, words) => {
  expect(wordsFor('images/generate-request', body)).toMatch(words)
})

const png = { field: 'image', format: 'png', width: 256, height: 256, square: true, alpha: 'transparent', bytes: 9 }
const mask = { ...png, field: 'mask', digest: 'b' }
const edit = { prompt, model: 'image-model-1', image: [{ ...png, digest: 'a' }] }
const withImage = (facts: object) => ({ ...edit, image: [{ ...png, digest: 'a', ...facts }] })

test.each([
  [{ ...edit, mask: { ...mask, height: 128 } }, ' at /body/mask: the mask is 256x128 and the image 256x256'],
  [{ ...edit, mask: { ...mask, format: 'jpeg' } }, ' at /body/mask/format: the file is no PNG'],
  [withImage({ format: 'webp' }), ' at /body/image/0/format: the file is no PNG'],
  [
    withImage({ format: 'invalid', width: 0, height: 0, alpha: 'none' }),
    ' at /body/image/0/format: the file begins like a PNG and cannot be decoded',
  ],
  [withImage({ alpha: 'none' }), ' at /body/image/0/alpha: the image has no alpha channel, and there is no mask'],
  [withImage({ bytes: 4_194_304 }), ' at /body/image/0/bytes: the file has 4 MiB or more'],
])('of a file it is told what is wrong with it: %j', (body, words) => {
  expect(wordsFor('images/edit-request', body)).toBe(words)
})

test('of several violations, and of none, there is no one sentence', () => {
  const violation = { keyword: 'type', message: '/body/a must be string', pointer: '/body/a' }
  expect(breachInWords([violation, { ...violation, pointer: '/body/b' }])).toBe(' at /body/a, /body/b')
  expect(breachInWords([])).toBe('')
})
