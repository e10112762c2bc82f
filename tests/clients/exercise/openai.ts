import assert from 'node:assert/strict'
import type { Exercises } from '../abilities.ts'
import { assertSizes, bytesOf, key, picture, rejection } from './asked.ts'

/** Exercises openai from version 4 on. */
export async function exercises(url: string, [library = '']: readonly string[]): Promise<Exercises> {
  const { default: OpenAI, toFile } = await import(library)
  const clientWith = (apiKey: string) => new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 })
  const client = clientWith(key)
  const image = async (name: string) => toFile(await picture(), name, { type: 'image/png' })

  return {
    async generate() {
      const asked = { prompt: 'a kite', n: 2, size: '256x256', model: 'image-model-1' }
      const { created, data } = await client.images.generate(asked)
      assert.ok(created > 1_600_000_000)
      assertSizes(await bytesOf(data), 2, 256)
    },
    async edit() {
      const files = { image: await image('image.png'), mask: await image('mask.png') }
      const asked = { prompt: 'more sky', n: 2, size: '256x256', response_format: 'b64_json' }
      const { data } = await client.images.edit({ ...files, ...asked })
      assertSizes(await bytesOf(data), 2, 256)
      const several = await client.images.edit({
        image: [await image('a.png'), await image('b.png')],
        model: 'image-model-multi',
        quality: 'high',
        prompt: 'side by side',
      })
      assertSizes(await bytesOf(several.data), 1, 1024)
      assert.ok(several.usage.total_tokens > 0)
    },
    async variation() {
      const asked = { image: await image('image.png'), n: 3, size: '256x256' }
      const { data } = await client.images.createVariation(asked)
      assertSizes(await bytesOf(data), 3, 256)
    },
    async errors() {
      const wrongKey = await rejection(clientWith('nobody').images.generate({ prompt: 'a kite' }))
      assert.ok(wrongKey instanceof OpenAI.AuthenticationError)
      assert.equal(wrongKey['code'], 'invalid_api_key')
      const outOfRange = await rejection(client.images.generate({ prompt: 'a kite', n: 11 }))
      assert.ok(outOfRange instanceof OpenAI.BadRequestError)
      assert.equal(outOfRange['param'], 'n')
    },
  }
}
