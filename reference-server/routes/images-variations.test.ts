import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ReferenceServer, startReferenceServer } from '../index.ts'
import { clear, type Images, jpeg, oblong, opaque, type Parts, padded, postForm } from './image-forms.fixture.ts'

let server: ReferenceServer
beforeAll(async () => {
  server = await startReferenceServer()
})
afterAll(() => server.close())

const variation = (parts: Parts): Promise<Response> => postForm(`${server.url}/v1/images/variations`, parts)

describe('variations', () => {
  test.each<[string, Parts]>([
    ['a PNG', { image: opaque }],
    [
      'an image with all parameters',
      { image: clear, n: '10', size: '512x512', response_format: 'b64_json', user: 'me', model: 'image-model-1' },
    ],
  ])('of %s are returned', async (_, parts) => {
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
  ])('of %s are rejected', async (_, parts, param) => {
    const response = await variation(parts)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { param } })
  })

  test('by another model return 404', async () => {
    for (const model of ['image-model-2', 'someone-elses-model']) {
      expect((await variation({ image: clear, model })).status).toBe(404)
    }
  })

  test('are the same for the same image and differ for others', async () => {
    const made = async (image: Uint8Array): Promise<unknown> =>
      (await variation({ image, response_format: 'b64_json' })).json().then((reply) => (reply as Images).data)
    expect(await made(clear)).toEqual(await made(clear))
    expect(await made(clear)).not.toEqual(await made(opaque))
  })
})
