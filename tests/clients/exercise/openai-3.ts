import assert from 'node:assert/strict'
import type { Exercises } from '../abilities.ts'
import { assertSizes, bytesOf, key, picture, rejection } from './asked.ts'

/** Exercises openai 3, which is generated from an OpenAPI document: positional parameters, based on Axios. */
export async function exercises(url: string, [library = '']: readonly string[]): Promise<Exercises> {
  const { Configuration, OpenAIApi } = await import(library)
  const clientWith = (apiKey: string) => new OpenAIApi(new Configuration({ apiKey, basePath: `${url}/v1` }))
  const client = clientWith(key)
  // The client takes an object with a name for a file.
  const image = async (name: string) => Object.assign(await picture(), { name })

  return {
    async generate() {
      const { data } = await client.createImage({ prompt: 'a kite', n: 2, size: '256x256' })
      assertSizes(await bytesOf(data.data), 2, 256)
    },
    async edit() {
      const files = [await image('image.png'), 'more sky', await image('mask.png')]
      const { data } = await client.createImageEdit(...files, 1, '256x256', 'b64_json')
      assertSizes(await bytesOf(data.data), 1, 256)
    },
    async variation() {
      const { data } = await client.createImageVariation(await image('image.png'), 3, '256x256', 'b64_json')
      assertSizes(await bytesOf(data.data), 3, 256)
    },
    async errors() {
      const wrongKey = await rejection(clientWith('nobody').createImage({ prompt: 'a kite' }))
      assert.equal((wrongKey['response'] as Response).status, 401)
      const outOfRange = await rejection(client.createImage({ prompt: 'a kite', n: 11 }))
      assert.equal((outOfRange['response'] as Response).status, 400)
    },
  }
}
