import { randomBytes } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ReferenceServer, startReferenceServer } from '../index.ts'

let server: ReferenceServer
beforeAll(async () => {
  server = await startReferenceServer()
})
afterAll(() => server.close())

type Part = string | Uint8Array
type Parts = Record<string, Part | Part[]>

function post(path: string, parts: Parts): Promise<Response> {
  const form = new FormData()
  for (const [name, values] of Object.entries(parts)) {
    for (const value of [values].flat()) {
      if (typeof value === 'string') form.append(name, value)
      else form.append(name, new Blob([new Uint8Array(value)], { type: 'application/octet-stream' }), 'file')
    }
  }
  return fetch(server.url + path, { method: 'POST', headers: { authorization: 'Bearer test-key' }, body: form })
}
const edit = (parts: Parts): Promise<Response> => post('/v1/images/edits', parts)
const variation = (parts: Parts): Promise<Response> => post('/v1/images/variations', parts)

interface Images {
  readonly data: readonly { readonly url?: string; readonly b64_json?: string }[]
  readonly usage?: Record<string, unknown>
}

function plain(width: number, height: number, alpha: number): Sharp {
  return sharp({ create: { width, height, channels: 4, background: { r: 9, g: 99, b: 199, alpha } } })
}
const clear = await plain(64, 64, 0).png().toBuffer()
const opaque = await plain(64, 64, 1).removeAlpha().png().toBuffer()
const oblong = await plain(64, 32, 0).png().toBuffer()
const jpeg = await plain(64, 64, 1).removeAlpha().jpeg().toBuffer()
const webp = await plain(64, 64, 0).webp().toBuffer()
const gif = await plain(64, 64, 0).gif().toBuffer()
/** A PNG of exactly that many bytes: what follows IEND belongs to no chunk and is ignored. */
const padded = (length: number): Uint8Array => Buffer.concat([clear, Buffer.alloc(length - clear.length)])
const multi = { model: 'image-model-multi', quality: 'low', prompt: 'more sky' }
const words = (length: number): string =>
  'word '
    .repeat(length)
    .slice(0, length - 1)
    .padEnd(length, '.')

describe('edits that break no rule are accepted', () => {
  test.each<[string, Parts, boolean]>([
    ['a transparent PNG', { image: clear, prompt: 'more sky' }, false],
    ['an opaque PNG with a mask', { image: opaque, mask: clear, prompt: 'more sky' }, false],
    ['a prompt of 1000', { image: clear, prompt: words(1000) }, false],
    [
      'everything',
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

describe('edits that break a rule are refused, and the body says where', () => {
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
    ['n in words', { image: clear, prompt: 'sky', n: 'no-such-value' }, 'n'],
    ['a size of multi', { image: clear, prompt: 'sky', size: '1536x1024', model: 'image-model-1' }, 'size'],
    ['a quality of multi', { image: clear, prompt: 'sky', quality: 'high', model: 'image-model-1' }, 'quality'],
    ['image-model-2', { image: clear, prompt: 'sky', model: 'image-model-2' }, 'model'],
    ['an unknown model', { image: clear, prompt: 'sky', model: 'no-such-model' }, 'model'],
    ['multi: a GIF', { ...multi, image: gif }, 'image[0].format'],
    ['multi: words', { ...multi, image: Buffer.from('just words') }, 'image[0].format'],
    ['multi: one of several is broken', { ...multi, 'image[]': [clear, randomBytes(99)] }, 'image[1].format'],
    ['multi: a small size', { ...multi, image: clear, size: '256x256' }, 'size'],
    ['multi: a prompt of 32001', { ...multi, image: clear, prompt: words(32_001) }, 'prompt'],
    ['multi: 25 MiB', { ...multi, image: padded(26_214_400) }, 'image[0].bytes'],
  ])('%s', async (_, parts, param) => {
    const response = await edit(parts)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error', param } })
  })
})

describe('variations', () => {
  test.each<[string, Parts]>([
    ['a PNG', { image: opaque }],
    [
      'everything',
      { image: clear, n: '10', size: '512x512', response_format: 'b64_json', user: 'me', model: 'image-model-1' },
    ],
  ])('of %s are made', async (_, parts) => {
    const response = await variation(parts)
    expect(response.status).toBe(200)
    const { data, usage } = (await response.json()) as Images
    expect(data).toHaveLength(Number(parts['n'] ?? 1))
    expect(usage).toBeUndefined()
  })

  test.each<[string, Parts, string]>([
    ['no image', { n: '1' }, 'image'],
    ['a JPEG', { image: jpeg }, 'image[0].format'],
    ['an oblong PNG', { image: oblong }, 'image[0].square'],
    ['4 MiB', { image: padded(4_194_304) }, 'image[0].bytes'],
    ['n of 0', { image: clear, n: '0' }, 'n'],
    ['a size of image-model-2', { image: clear, size: '1792x1024' }, 'size'],
  ])('of %s are refused', async (_, parts, param) => {
    const response = await variation(parts)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { param } })
  })

  test('by another model are not made', async () => {
    for (const model of ['image-model-2', 'someone-elses-model']) {
      expect((await variation({ image: clear, model })).status).toBe(404)
    }
  })

  test('of the same image are the same, of another are others', async () => {
    const made = async (image: Uint8Array): Promise<unknown> =>
      (await variation({ image, response_format: 'b64_json' })).json().then((reply) => (reply as Images).data)
    expect(await made(clear)).toEqual(await made(clear))
    expect(await made(clear)).not.toEqual(await made(opaque))
  })
})

describe('uploads are really decoded', () => {
  const damaged = Buffer.from(clear)
  damaged.fill(0x55, clear.length - 40, clear.length - 20)
  test.each<[string, Uint8Array]>([
    ['cut short', clear.subarray(0, clear.length - 20)],
    ['damaged in its pixels', damaged],
    ['nothing but a signature', clear.subarray(0, 8)],
  ])('a PNG that is %s is refused', async (_, image) => {
    const response = await variation({ image })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { param: 'image[0].format' } })
  })

  test('a few kilobytes that unfold to a hundred million pixels are refused without unfolding them', async () => {
    const bomb = await sharp({
      create: { width: 10_000, height: 10_000, channels: 3, background: '#000' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    const before = performance.now()
    const response = await variation({ image: bomb })
    expect(response.status).toBe(400)
    expect(performance.now() - before).toBeLessThan(2000)
  })

  test('a drawing in SVG is refused without being drawn', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>')
    expect((await variation({ image: svg })).status).toBe(400)
  })
})

test('usage of multi adds up', async () => {
  const response = await edit({ ...multi, image: clear, n: '2' })
  const { usage } = (await response.json()) as {
    usage: Record<string, number> & { input_tokens_details: Record<string, number> }
  }
  expect(usage['total_tokens']).toBe(usage['input_tokens']! + usage['output_tokens']!)
  const { text_tokens, image_tokens } = usage.input_tokens_details
  expect(usage['input_tokens']).toBe(text_tokens! + image_tokens!)
})

test('automatic size follows the shape of the image', async () => {
  const response = await edit({ ...multi, image: oblong, size: 'auto', response_format: 'b64_json' })
  const { data } = (await response.json()) as Images
  expect(await sharp(Buffer.from(data[0]!.b64_json!, 'base64')).metadata()).toMatchObject({ width: 1536, height: 1024 })
})
