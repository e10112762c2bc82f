import type { Template } from '../../../core/model/operation.ts'
import { fileIn } from './file-facts.ts'
import { uploads } from './uploads.ts'

const square = [fileIn('image', uploads.square)]
const several = [fileIn('image[]', uploads.square), fileIn('image[]', uploads.opaque)]
const prompt = 'make the sky green'

/** The templates of image requests. Pictures are small and few because each is billed. */
export const imagesTemplates = [
  { id: 'plain', operation: 'images.generate', value: { body: { prompt: 'a lighthouse at dusk' } }, smoke: true },
  {
    id: 'two-in-base64',
    operation: 'images.generate',
    value: { body: { prompt: 'a paper boat', n: 2, size: '256x256', response_format: 'b64_json' } },
  },
  {
    id: 'model-1',
    operation: 'images.generate',
    value: { body: { prompt: 'a red kite', model: 'image-model-1', size: '256x256' } },
  },
  {
    id: 'model-2',
    operation: 'images.generate',
    value: { body: { prompt: 'a small garden', model: 'image-model-2' } },
  },
  { id: 'plain', operation: 'images.edit', value: { body: { prompt, image: square } }, smoke: true },
  {
    id: 'model-1',
    operation: 'images.edit',
    value: { body: { prompt, model: 'image-model-1', size: '256x256', image: square } },
  },
  {
    id: 'two-in-base64',
    operation: 'images.edit',
    // The only base request with a quality and without a model, so that violations of the quality are also sent without
    // a model.
    value: { body: { prompt, n: 2, size: '256x256', response_format: 'b64_json', quality: 'standard', image: square } },
  },
  {
    id: 'ten-by-address',
    operation: 'images.edit',
    value: { body: { prompt, n: 10, size: '256x256', image: square } },
  },
  {
    id: 'masked',
    operation: 'images.edit',
    value: {
      body: {
        prompt,
        model: 'image-model-1',
        size: '256x256',
        image: [fileIn('image', uploads.opaque)],
        mask: fileIn('mask', uploads.mask),
      },
    },
  },
  {
    id: 'model-multi',
    operation: 'images.edit',
    value: { body: { prompt, model: 'image-model-multi', quality: 'low', image: square } },
    capabilities: ['multi-image'],
  },
  {
    id: 'several-images',
    operation: 'images.edit',
    value: { body: { prompt, model: 'image-model-multi', quality: 'low', image: several } },
    capabilities: ['multi-image'],
  },
  { id: 'plain', operation: 'images.variation', value: { body: { image: square } }, smoke: true },
  {
    id: 'two-in-base64',
    operation: 'images.variation',
    value: { body: { n: 2, size: '256x256', response_format: 'b64_json', image: square } },
  },
  {
    id: 'ten-by-address',
    operation: 'images.variation',
    value: { body: { n: 10, size: '1024x1024', image: square } },
  },
] as const satisfies readonly Template[]
