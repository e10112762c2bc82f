import { accepts } from '../../../model/build.ts'

const model = { section: '2.2', endpoint: 'images.edit', capability: 'multi-image', reading: 'I5' } as const
const about = { ...model, dependsOn: ['images.edit-model-multi-accepted'] } as const

/** What `image-model-multi` takes. It is always named and given a quality of its own (readings.md I5). */
export const editMultiAccepts = [
  accepts({
    ...model,
    id: 'images.edit-model-multi-accepted',
    statement: '`image-model-multi` edits one PNG at the quality `low`.',
  }),
  accepts({
    ...about,
    id: 'images.edit-quality-medium-accepted',
    statement: '`image-model-multi` takes the quality `medium`.',
  }),
  accepts({
    ...about,
    id: 'images.edit-quality-high-accepted',
    statement: '`image-model-multi` takes the quality `high`.',
  }),
  accepts({
    ...about,
    id: 'images.edit-several-images-accepted',
    statement: '`image-model-multi` takes several images, sent as `image[]`.',
  }),
  accepts({ ...about, id: 'images.edit-image-webp-accepted', statement: '`image-model-multi` takes a WEBP.' }),
  accepts({ ...about, id: 'images.edit-image-jpeg-accepted', statement: '`image-model-multi` takes a JPG.' }),
  accepts({
    ...about,
    id: 'images.edit-model-multi-image-25-mb-accepted',
    section: '8',
    reading: 'G7',
    statement: '`image-model-multi` takes an image of just under 25 MB.',
  }),
  accepts({
    ...about,
    id: 'images.edit-model-multi-prompt-32000-accepted',
    statement: 'A prompt for `image-model-multi` may be 32000 characters long.',
  }),
  accepts({
    ...about,
    id: 'images.edit-model-multi-size-1024x1024-accepted',
    statement: '`image-model-multi` takes the size `1024x1024`.',
  }),
  accepts({
    ...about,
    id: 'images.edit-model-multi-size-1536x1024-accepted',
    statement: '`image-model-multi` takes the size `1536x1024`.',
  }),
  accepts({
    ...about,
    id: 'images.edit-model-multi-size-1024x1536-accepted',
    statement: '`image-model-multi` takes the size `1024x1536`.',
  }),
  accepts({
    ...about,
    id: 'images.edit-model-multi-size-auto-accepted',
    reading: 'I6',
    statement: '`image-model-multi` takes the size `auto`.',
  }),
] as const
