import OpenAI, { toFile } from 'openai'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ReferenceServer, startReferenceServer } from '../index.ts'

const picture = await sharp({
  create: { width: 64, height: 64, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0 } },
})
  .png()
  .toBuffer()
const file = (name: string) => toFile(picture, name, { type: 'image/png' })

let server: ReferenceServer
let client: OpenAI
beforeAll(async () => {
  server = await startReferenceServer()
  client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'test-key', maxRetries: 0 })
})
afterAll(() => server.close())

test('the OpenAI client generates images and fetches them', async () => {
  const { created, data } = await client.images.generate({
    prompt: 'a kite',
    n: 2,
    size: '256x256',
    model: 'image-model-1',
  })
  expect(created).toBeGreaterThan(1_600_000_000)
  expect(data).toHaveLength(2)
  const fetched = await fetch(data![0]!.url!)
  expect(await sharp(Buffer.from(await fetched.arrayBuffer())).metadata()).toMatchObject({ width: 256, height: 256 })
})

test('the OpenAI client edits images with and without a mask', async () => {
  const one = await client.images.edit({
    image: await file('image.png'),
    mask: await file('mask.png'),
    prompt: 'more sky',
    n: 2,
    response_format: 'b64_json',
  })
  expect(one.data!.map(({ b64_json }) => typeof b64_json)).toEqual(['string', 'string'])
  const several = await client.images.edit({
    image: [await file('a.png'), await file('b.png')],
    model: 'image-model-multi',
    quality: 'high',
    prompt: 'side by side',
  })
  expect(several.usage?.total_tokens).toBeGreaterThan(0)
})

test('the OpenAI client creates variations', async () => {
  const { data } = await client.images.createVariation({ image: await file('image.png'), n: 3 })
  expect(data).toHaveLength(3)
})

test('the OpenAI client recognises rejections', async () => {
  const rejected = client.images.generate({ prompt: 'a kite', n: 11 })
  await expect(rejected).rejects.toBeInstanceOf(OpenAI.BadRequestError)
  await expect(rejected).rejects.toMatchObject({ status: 400, type: 'invalid_request_error', param: 'n' })
  const stranger = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'nobody', maxRetries: 0 })
  await expect(stranger.images.generate({ prompt: 'a kite' })).rejects.toMatchObject({
    status: 401,
    code: 'invalid_api_key',
  })
})
