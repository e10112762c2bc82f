import assert from 'node:assert/strict'
import type { Exercises } from '../abilities.ts'
import * as asked from './asked.ts'

/** Exercises `ai` with `@ai-sdk/openai` for images. The packages are `[ai, provider, major version of ai]`. */
export async function exercises(url: string, packages: readonly string[]): Promise<Exercises> {
  const [library = '', provider = '', major = ''] = packages
  const ai = await import(library)
  const { createOpenAI } = await import(provider)
  const modelWith = (apiKey: string, name: string, fetch?: typeof globalThis.fetch) =>
    createOpenAI({ baseURL: `${url}/v1`, apiKey, fetch }).image(name)
  const generateImage = ai.generateImage ?? ai.experimental_generateImage
  const ask = { model: modelWith(asked.key, 'image-model-1'), prompt: 'a kite', size: '256x256', maxRetries: 0 }
  const tries: Exercises = {
    async generate() {
      const { images } = await generateImage({ ...ask, n: 2, maxImagesPerCall: 2 })
      asked.assertSizes(bytesIn(images), 2, 256)
    },
    async errors() {
      const wrongKey = await asked.rejection(generateImage({ ...ask, model: modelWith('nobody', 'image-model-1') }))
      assert.ok(ai.APICallError.isInstance(wrongKey), `an APICallError, not ${wrongKey}`)
      assert.equal(wrongKey['statusCode'], 401)
      const wrongSize = await asked.rejection(generateImage({ ...ask, size: '257x257' }))
      assert.equal(wrongSize['statusCode'], 400)
    },
  }
  // From version 6 on, input images are part of the prompt.
  if (Number(major) < 6) return tries
  const edited = async (fetch: typeof globalThis.fetch) => {
    const image = await asked.picture()
    const one = {
      model: modelWith(asked.key, 'image-model-1', fetch),
      prompt: { text: 'more sky', images: [image], mask: image },
    }
    asked.assertSizes(bytesIn((await generateImage({ ...ask, ...one })).images), 1, 256)
    const several = { text: 'side by side', images: [image, image] }
    const two = { model: modelWith(asked.key, 'image-model-multi', fetch), prompt: several, size: '1024x1024' }
    asked.assertSizes(bytesIn((await generateImage({ ...ask, ...two })).images), 1, 1024)
  }
  return { ...tries, edit: () => edited(fetch), note: () => edited(withFormat) }
}

/** Requests base64, because the client cannot read URLs. */
function withFormat(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  if (init?.body instanceof FormData) init.body.append('response_format', 'b64_json')
  return fetch(input, init)
}

function bytesIn(images: readonly { uint8Array: Uint8Array }[]): Uint8Array[] {
  return images.map(({ uint8Array }) => uint8Array)
}
