import * as asked from '../../exercise/asked.ts'
import { type Exercises, errorOf } from './exercise.ts'
import { sizesOf } from './pictures.ts'

/** Exercises the image tool of @langchain/openai. The argument is `[folder of its installation]`. */
export async function exercises(url: string, [folder = '']: readonly string[]): Promise<Exercises> {
  const { DallEAPIWrapper } = (await import(`../../${folder}/index.js`)).openai
  const settings = { model: 'image-model-1', size: '256x256', baseUrl: `${url}/v1`, maxRetries: 0, apiKey: asked.key }
  const toolWith = (more: object) => new DallEAPIWrapper({ ...settings, ...more })
  const operation = 'images.generate'

  return {
    picture: { operation, run: async () => read({ url: await toolWith({}).invoke('a kite') }) },
    'picture as base64': {
      operation,
      run: async () => read({ b64_json: await toolWith({ dallEResponseFormat: 'b64_json' }).invoke('a kite') }),
    },
    'wrong key': {
      operation,
      async run() {
        await toolWith({}).invoke('a kite')
        return errorOf(toolWith({ apiKey: 'nobody' }).invoke('a kite'))
      },
    },
    'invalid request': { operation, run: () => errorOf(toolWith({ size: '257x257' }).invoke('a kite')) },
  }
}

async function read(image: { readonly url?: string; readonly b64_json?: string }) {
  return { pictures: await sizesOf([image]) }
}
