import * as asked from '../../exercise/asked.ts'
import { type Exercises, errorOf } from './exercise.ts'
import { sizeOfBytes } from './pictures.ts'

/** Exercises `ai` with `@ai-sdk/openai` for images. The packages are `[ai, provider]`. */
export async function exercises(url: string, [library = '', provider = '']: readonly string[]): Promise<Exercises> {
  const ai = await import(library)
  const { createOpenAI } = await import(provider)
  const modelWith = (apiKey: string) => createOpenAI({ baseURL: `${url}/v1`, apiKey }).image('image-model-1')
  const generateImage = ai.generateImage ?? ai.experimental_generateImage
  const ask = {
    model: modelWith(asked.key),
    prompt: 'a kite',
    size: '256x256',
    n: 2,
    maxImagesPerCall: 2,
    maxRetries: 0,
  }
  const stranger = { ...ask, model: modelWith('nobody') }
  const operation = 'images.generate'

  return {
    picture: { operation, run: async () => read(await generateImage(ask)) },
    'wrong key': {
      operation,
      async run() {
        await generateImage({ ...ask, n: 1 })
        return errorOf(generateImage(stranger))
      },
    },
    'invalid request': { operation, run: () => errorOf(generateImage({ ...ask, size: '257x257' })) },
  }
}

function read({ images }: { readonly images: readonly { readonly uint8Array: Uint8Array }[] }) {
  return { pictures: images.map(({ uint8Array }) => sizeOfBytes(uint8Array)) }
}
