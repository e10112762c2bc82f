import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ReferenceServer, startReferenceServer } from '../index.ts'
import { clear, type Parts, postForm } from './image-forms.fixture.ts'

let server: ReferenceServer
beforeAll(async () => {
  server = await startReferenceServer()
})
afterAll(() => server.close())

const variation = (parts: Parts): Promise<Response> => postForm(`${server.url}/v1/images/variations`, parts)

describe('uploads are decoded', () => {
  const damaged = Buffer.from(clear)
  damaged.fill(0x55, clear.length - 40, clear.length - 20)
  test.each<[string, Uint8Array]>([
    ['truncated', clear.subarray(0, clear.length - 20)],
    ['damaged in its pixel data', damaged],
    ['only a signature', clear.subarray(0, 8)],
  ])('a PNG that is %s is rejected', async (_, image) => {
    const response = await variation({ image })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { param: 'image[0].format' } })
  })

  test('a picture with more pixels than the server decodes is judged by its header', async () => {
    const large = await sharp({ create: { width: 6_000, height: 6_000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 1 })
      .toBuffer()
    expect((await variation({ image: large })).status).toBe(200)
    expect((await variation({ image: large.subarray(0, 30) })).status).toBe(400)
  })

  test('an SVG is rejected', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>')
    expect((await variation({ image: svg })).status).toBe(400)
  })
})
