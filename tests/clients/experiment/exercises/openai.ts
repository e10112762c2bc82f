import { key, picture } from '../../exercise/asked.ts'
import { type Exercises, errorOf } from './exercise.ts'
import { sizesOf } from './pictures.ts'

interface Images {
  readonly created?: unknown
  readonly data?: unknown
  readonly usage?: unknown
}

/** Exercises openai for images. */
export async function exercises(url: string, [library = '']: readonly string[]): Promise<Exercises> {
  const { default: OpenAI, toFile } = await import(library)
  const clientWith = (apiKey: string) => new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 })
  const client = clientWith(key)
  const stranger = clientWith('nobody')
  const image = async (name: string) => toFile(await picture(), name, { type: 'image/png' })
  const kite = { prompt: 'a kite', n: 2, size: '256x256', model: 'image-model-1' }
  const encoded = { response_format: 'b64_json' }

  return {
    picture: { operation: 'images.generate', run: async () => read(await client.images.generate(kite)) },
    'picture as base64': {
      operation: 'images.generate',
      run: async () => read(await client.images.generate({ ...kite, ...encoded })),
    },
    'plain picture': {
      operation: 'images.generate',
      run: async () => read(await client.images.generate({ prompt: 'a kite', size: '256x256' })),
    },
    edit: {
      operation: 'images.edit',
      async run() {
        const files = { image: await image('image.png'), mask: await image('mask.png') }
        return read(await client.images.edit({ ...files, ...encoded, prompt: 'more sky', n: 2, size: '256x256' }))
      },
    },
    usage: {
      operation: 'images.edit',
      async run() {
        const files = { image: [await image('a.png'), await image('b.png')] }
        return read(await client.images.edit({ ...files, model: 'image-model-multi', prompt: 'side by side' }))
      },
    },
    variation: {
      operation: 'images.variation',
      async run() {
        return read(await client.images.createVariation({ image: await image('image.png'), n: 2, size: '256x256' }))
      },
    },
    'wrong key': {
      operation: 'images.generate',
      async run() {
        await client.images.generate({ ...kite, n: 1 })
        return errorOf(stranger.images.generate(kite))
      },
    },
    'wrong key for an edit': {
      operation: 'images.edit',
      run: async () => errorOf(stranger.images.edit({ image: await image('image.png'), prompt: 'more sky' })),
    },
    'invalid request': {
      operation: 'images.generate',
      run: () => errorOf(client.images.generate({ ...kite, n: 11 })),
    },
    'invalid edit': {
      operation: 'images.edit',
      run: async () => errorOf(client.images.edit({ image: await image('image.png'), prompt: 'more sky', n: 11 })),
    },
  }
}

/** Reads images as bytes, from base64 or from URLs. */
async function read({ created, data, usage }: Images) {
  const prompts = Array.isArray(data) ? data.map((one) => one?.revised_prompt) : []
  return { pictures: await sizesOf(data), prompts, usage, created }
}
