import assert from 'node:assert/strict'
import type { Exercises } from '../abilities.ts'
import * as asked from './asked.ts'

/** Exercises the image tool of @langchain/openai. The argument is `[folder of its installation]`. */
export async function exercises(url: string, [folder = '']: readonly string[]): Promise<Exercises> {
  const { DallEAPIWrapper } = (await import(`../${folder}/index.js`)).openai
  const toolWith = (settings: object) =>
    new DallEAPIWrapper({ model: 'image-model-1', size: '256x256', baseUrl: `${url}/v1`, maxRetries: 0, ...settings })

  return {
    async generate() {
      const address = await toolWith({ apiKey: asked.key }).invoke('a kite')
      asked.assertSizes(await asked.bytesOf([{ url: address }]), 1, 256)
      const encoded = await toolWith({ apiKey: asked.key, dallEResponseFormat: 'b64_json' }).invoke('a kite')
      asked.assertSizes(await asked.bytesOf([{ b64_json: encoded }]), 1, 256)
    },
    async errors() {
      const wrongKey = await asked.rejection(toolWith({ apiKey: 'nobody' }).invoke('a kite'))
      assert.equal(wrongKey['status'], 401)
      const wrongSize = await asked.rejection(toolWith({ apiKey: asked.key, size: '257x257' }).invoke('a kite'))
      assert.equal(wrongSize['status'], 400)
    },
  }
}
