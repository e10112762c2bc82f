import type { RequestValue } from '../../../../core/model/operation.ts'
import type { Probe } from '../../../../core/model/plan.ts'
import { fileIn } from '../file-facts.ts'
import { edit, variation } from '../operations.ts'
import { imagesTemplates } from '../templates.ts'
import { type Upload, uploads } from '../uploads.ts'

const bodies = {
  named: bodyOf('images.edit', 'model-1'),
  masked: bodyOf('images.edit', 'masked'),
  varied: bodyOf('images.variation', 'plain'),
}

/** Requests with one file that violates one rule, and their control requests. */
export const fileProbes: readonly Probe[] = [
  {
    ...probe('images.edit-images', 'images.edit', 'An edit accepts only the images that the specification lists.'),
    aims: ['kind', 'damaged', 'not-png', 'not-square', 'without-transparency']
      .map((what) => `images.edit-image-${what}-rejected`)
      .concat('images.edit-model-1-two-images-rejected'),
    requests: 10,
    cost: { calls: 0, images: 1 },
    *steps() {
      const broken = [uploads.truncated, uploads.truncatedWebp]
      const wrong = [uploads.text, uploads.gif, ...broken, uploads.webp, uploads.jpeg, uploads.oblong, uploads.opaque]
      const two = [fileIn('image[]', uploads.square), fileIn('image[]', uploads.mask)]
      yield [
        edit.write({ body: bodies.named }),
        ...wrong.map((upload) => edit.write(withImage(bodies.named, upload))),
        edit.write({ body: { ...bodies.named, image: two } }),
      ]
    },
  },
  {
    ...probe('images.edit-masks', 'images.edit', 'A mask is a whole PNG of the size of the image.'),
    aims: ['kind', 'damaged', 'size'].map((what) => `images.edit-mask-${what}-rejected`),
    requests: 8,
    cost: { calls: 0, images: 1 },
    *steps() {
      const broken = [uploads.text, uploads.jpeg, uploads.webp, uploads.truncated]
      // A mask of another size, one with another height, and one with another width.
      const wrong = [...broken, uploads.smallMask, uploads.lowMask, uploads.oblong]
      yield [
        edit.write({ body: bodies.masked }),
        ...wrong.map((upload) => edit.write({ body: { ...bodies.masked, mask: fileIn('mask', upload) } })),
      ]
    },
  },
  {
    ...probe('images.variation-images', 'images.variation', 'A variation takes only a whole and square PNG.'),
    aims: ['kind', 'damaged', 'not-png', 'not-square'].map((what) => `images.variation-image-${what}-rejected`),
    requests: 7,
    *steps() {
      const broken = [uploads.truncated, uploads.truncatedWebp]
      const wrong = [uploads.text, uploads.gif, ...broken, uploads.webp, uploads.jpeg, uploads.oblong]
      yield wrong.map((upload) => variation.write(withImage(bodies.varied, upload)))
    },
  },
]

/** Sends an opaque picture for a variation. Only edits need transparency. */
export const opaqueVariation: Probe = {
  ...probe(
    'images.variation-opaque',
    'images.variation',
    'A variation is made of a PNG of 4096 x 4096 pixels without transparency too.',
  ),
  aims: ['images.variation-plain-request-accepted'],
  requests: 1,
  cost: { calls: 0, images: 1 },
  *steps() {
    yield [variation.write({ body: { image: [fileIn('image', uploads.flat)] } })]
  },
}

function probe(id: string, operation: Probe['operation'], purpose: string) {
  return { id, operation, purpose, profile: 'standard', cost: { calls: 0, images: 0 } } as const
}

function bodyOf(operation: string, id: string): object {
  const template = imagesTemplates.find((one) => one.operation === operation && one.id === id)
  if (template === undefined) throw new Error(`${operation} has no template ${id}`)
  return template.value.body
}

function withImage(body: object, upload: Upload): RequestValue {
  return { body: { ...body, image: [fileIn('image', upload)] } }
}
