import { refuses } from '../../../model/build.ts'

const about = { section: '2.2', endpoint: 'images.edit', level: 'implied', reading: 'I7' } as const
const limit = { ...about, section: '8', reading: 'G7', mayBeCutOff: true } as const

/** What the files of an edit may not be. */
export const editFileRefuses = [
  refuses({ ...about, id: 'images.edit-image-missing-refused', statement: 'A form without an image is refused.' }),
  refuses({
    ...about,
    id: 'images.edit-image-kind-refused',
    statement: 'An image that is neither PNG nor WEBP nor JPG is refused.',
  }),
  refuses({ ...about, id: 'images.edit-image-damaged-refused', statement: 'A PNG that cannot be decoded is refused.' }),
  refuses({
    ...about,
    id: 'images.edit-image-not-png-refused',
    statement: 'A WEBP or JPG is refused for `image-model-1`.',
  }),
  refuses({
    ...about,
    id: 'images.edit-image-not-square-refused',
    statement: 'An image that is not square is refused for `image-model-1`.',
  }),
  refuses({
    ...about,
    id: 'images.edit-image-without-transparency-refused',
    statement: 'Without a mask, an image that has no alpha channel is refused for `image-model-1`.',
  }),
  refuses({
    ...about,
    id: 'images.edit-model-1-two-images-refused',
    statement: 'Two images are refused for `image-model-1`.',
  }),
  refuses({
    ...limit,
    id: 'images.edit-image-beyond-refused',
    statement: 'An image of 4 MiB is refused for `image-model-1`.',
  }),
  refuses({
    ...limit,
    id: 'images.edit-model-multi-image-beyond-refused',
    capability: 'multi-image',
    statement: 'An image of 25 MiB is refused for `image-model-multi`.',
  }),
  refuses({ ...about, id: 'images.edit-mask-kind-refused', statement: 'A mask that is no PNG is refused.' }),
  refuses({ ...about, id: 'images.edit-mask-damaged-refused', statement: 'A mask that cannot be decoded is refused.' }),
  refuses({
    ...about,
    id: 'images.edit-mask-size-refused',
    statement: 'A mask that is not as large as the image is refused.',
  }),
  refuses({ ...limit, id: 'images.edit-mask-beyond-refused', statement: 'A mask of 4 MiB is refused.' }),
] as const
