import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ReferenceServer, startReferenceServer } from '../index.ts'
import {
  clear,
  gif,
  type Images,
  jpeg,
  multi,
  oblong,
  opaque,
  type Parts,
  padded,
  postForm,
  webp,
  words,
} from './image-forms.fixture.ts'

let server: ReferenceServer
beforeAll(async () => {
  server = await startReferenceServer()
})
afterAll(() => server.close())

const edit = (parts: Parts): Promise<Response> => postForm(`${server.url}/v1/images/edits`, parts)

describe('valid edits are accepted', () => {
  test.each<[string, Parts, boolean]>([
    ['a transparent PNG', { image: clear, prompt: 'more sky' }, false],
    ['an opaque PNG with a mask', { image: opaque, mask: clear, prompt: 'more sky' }, false],
    ['a prompt of 1000', { image: clear, prompt: words(1000) }, false],
    [
      'all parameters',
      { image: clear, prompt: 'sky', model: 'image-model-1', n: '3', size: '256x256', quality: 'standard', user: 'me' },
      false,
    ],
    ['just under 4 MB', { image: padded(3_999_999), prompt: 'more sky' }, false],
    ['a mask just under 4 MB', { image: clear, mask: padded(3_999_999), prompt: 'more sky' }, false],
    ['multi: a JPEG', { ...multi, image: jpeg }, true],
    ['multi: a WEBP', { ...multi, image: webp }, true],
    ['multi: an oblong PNG', { ...multi, image: oblong }, true],
    ['multi: several images', { ...multi, 'image[]': [clear, jpeg, webp] }, true],
    ['multi: a prompt of 32000', { ...multi, image: clear, prompt: words(32_000) }, true],
    ['multi: just under 25 MB', { ...multi, image: padded(24_999_999) }, true],
    ['multi: automatic size', { ...multi, image: clear, size: 'auto' }, true],
    ['multi without a parameter of its own', { image: clear, prompt: 'sky', model: 'image-model-multi' }, false],
  ])('%s', async (_, parts, hasUsage) => {
    const response = await edit(parts)
    expect(response.status).toBe(200)
    const { data, usage } = (await response.json()) as Images
    expect(data).toHaveLength(Number(parts['n'] ?? 1))
    expect(usage !== undefined).toBe(hasUsage)
  })
})

describe('invalid edits are rejected with the parameter', () => {
  test.each<[string, Parts, string]>([
    ['no image', { prompt: 'more sky' }, 'image'],
    ['no prompt', { image: clear }, 'prompt'],
    ['a prompt of 1001', { image: clear, prompt: words(1001), model: 'image-model-1' }, 'prompt'],
    ['no transparency, no mask', { image: opaque, prompt: 'sky', model: 'image-model-1' }, 'image[0].alpha'],
    ['not square', { image: oblong, prompt: 'sky', model: 'image-model-1' }, 'image[0].square'],
    ['a JPEG', { image: jpeg, mask: clear, prompt: 'sky', model: 'image-model-1' }, 'image[0].format'],
    ['4 MiB', { image: padded(4_194_304), prompt: 'sky', model: 'image-model-1' }, 'image[0].bytes'],
    ['two images', { 'image[]': [clear, clear], prompt: 'sky', model: 'image-model-1' }, 'image'],
    ['a mask of another size', { image: clear, mask: oblong, prompt: 'sky', model: 'image-model-1' }, 'mask'],
    ['a mask that is a JPEG', { image: clear, mask: jpeg, prompt: 'sky', model: 'image-model-1' }, 'mask.format'],
    ['a mask of 4 MiB', { image: clear, mask: padded(4_194_304), prompt: 'sky', model: 'image-model-1' }, 'mask.bytes'],
    ['n of 11', { image: clear, prompt: 'sky', n: '11' }, 'n'],
    ['n as text', { image: clear, prompt: 'sky', n: 'no-such-value' }, 'n'],
    ['a size of multi', { image: clear, prompt: 'sky', size: '1536x1024', model: 'image-model-1' }, 'size'],
    ['a quality of multi', { image: clear, prompt: 'sky', quality: 'high', model: 'image-model-1' }, 'quality'],
    ['image-model-2', { image: clear, prompt: 'sky', model: 'image-model-2' }, 'model'],
    ['an unknown model', { image: clear, prompt: 'sky', model: 'no-such-model' }, 'model'],
    ['multi: a GIF', { ...multi, image: gif }, 'image[0].format'],
    ['multi: a text file', { ...multi, image: Buffer.from('just words') }, 'image[0].format'],
    ['multi: one invalid image of several', { ...multi, 'image[]': [clear, randomBytes(99)] }, 'image[1].format'],
    ['multi: a small size', { ...multi, image: clear, size: '256x256' }, 'size'],
    ['multi: a prompt of 32001', { ...multi, image: clear, prompt: words(32_001) }, 'prompt'],
    ['multi: 25 MiB', { ...multi, image: padded(26_214_400) }, 'image[0].bytes'],
  ])('%s', async (_, parts, param) => {
    const response = await edit(parts)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error', param } })
  })
})

test('usage totals of the multi model add up', async () => {
  const response = await edit({ ...multi, image: clear, n: '2' })
  const { usage } = (await response.json()) as {
    usage: Record<string, number> & { input_tokens_details: Record<string, number> }
  }
  expect(usage['total_tokens']).toBe(usage['input_tokens']! + usage['output_tokens']!)
  const { text_tokens, image_tokens } = usage.input_tokens_details
  expect(usage['input_tokens']).toBe(text_tokens! + image_tokens!)
})

test('automatic size follows the aspect ratio of the image', async () => {
  const response = await edit({ ...multi, image: oblong, size: 'auto', response_format: 'b64_json' })
  const { data } = (await response.json()) as Images
  expect(await sharp(Buffer.from(data[0]!.b64_json!, 'base64')).metadata()).toMatchObject({ width: 1536, height: 1024 })
})
