import type { Probe } from '../../../../core/model/plan.ts'
import { type FileFacts, fileIn } from '../file-facts.ts'
import { edit, generate } from '../operations.ts'
import { type Upload, uploads } from '../uploads.ts'

const multi = { prompt: 'make the sky green', model: 'image-model-multi', quality: 'low' } as const
const inBase64 = { response_format: 'b64_json' } as const
const { square, oblong, opaque, text, gif, truncated } = uploads
const mask = fileIn('mask', uploads.mask)
const smallMask = fileIn('mask', uploads.smallMask)
const lowMask = fileIn('mask', uploads.lowMask)

const common = { operation: 'images.edit', profile: 'standard', capability: 'multi-image' } as const

/**
 * Probes for the rules on files of the model that accepts several. Each accepted request is the control request of the
 * rejected ones after it.
 */
export const multiImageProbes: readonly Probe[] = [
  {
    ...common,
    id: 'images.edit-model-multi-files',
    purpose: 'Each of several images is one, and the mask is as large as the first.',
    aims: ['image-kind-rejected', 'image-damaged-rejected', 'mask-size-rejected', 'several-images-accepted']
      .map((what) => `images.edit-${what}`)
      .concat('images.count-as-asked'),
    requests: 9,
    cost: { calls: 0, images: 3 },
    *steps() {
      const oblongFirst = { ...multi, ...inBase64, image: several(oblong, square) }
      // Requests two pictures by URL. The other probe requests two in base64.
      const masked = { ...multi, n: 2, image: several(square, oblong), mask }
      yield [oblongFirst, masked].map((body) => edit.write({ body }))
      const wrong = [
        { ...multi, image: [fileIn('image', text)] },
        { ...multi, image: [fileIn('image', gif)] },
        { ...multi, image: [fileIn('image', truncated)] },
        { ...multi, image: several(square, text) },
        { ...oblongFirst, mask },
        { ...masked, mask: smallMask },
        { ...masked, mask: lowMask },
      ]
      yield wrong.map((body) => edit.write({ body }))
    },
  },
  {
    ...common,
    id: 'images.edit-model-multi-pictures',
    purpose: 'As many pictures are drawn as asked for, each of the size asked for.',
    aims: ['images.edit-model-multi-size-1536x1024-accepted', 'images.count-as-asked', 'images.pixels-as-asked'],
    requests: 1,
    cost: { calls: 0, images: 2 },
    *steps() {
      const image = [fileIn('image', opaque)]
      yield [edit.write({ body: { ...multi, ...inBase64, n: 2, size: '1536x1024', image } })]
    },
  },
]

/** Requests the oblong size of the larger model in base64, so that no fetch is needed. */
export const oblongPicture: Probe = {
  id: 'images.generate-model-2-picture',
  operation: 'images.generate',
  purpose: 'The picture has the size asked for.',
  profile: 'standard',
  aims: ['images.generate-model-2-size-1792x1024-accepted', 'images.pixels-as-asked'],
  requests: 1,
  cost: { calls: 0, images: 1 },
  *steps() {
    const body = { prompt: 'a small garden', model: 'image-model-2', size: '1792x1024', ...inBase64 }
    yield [generate.write({ body })]
  },
}

function several(...files: readonly Upload[]): readonly FileFacts[] {
  return files.map((file) => fileIn('image[]', file))
}
