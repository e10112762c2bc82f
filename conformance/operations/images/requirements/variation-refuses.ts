import { refuses } from '../../../model/build.ts'

const about = { section: '2.3', endpoint: 'images.variation', level: 'implied', reading: 'I1' } as const
const file = { ...about, reading: 'I7' } as const

/** What a request for variations may not hold. */
export const variationRefuses = [
  refuses({ ...about, id: 'images.variation-image-missing-refused', statement: 'A form without an image is refused.' }),
  refuses({ ...file, id: 'images.variation-image-kind-refused', statement: 'A file that is no image is refused.' }),
  refuses({
    ...file,
    id: 'images.variation-image-damaged-refused',
    statement: 'A PNG that cannot be decoded is refused.',
  }),
  refuses({ ...file, id: 'images.variation-image-not-png-refused', statement: 'A WEBP or JPG is refused.' }),
  refuses({
    ...file,
    id: 'images.variation-image-not-square-refused',
    statement: 'An image that is not square is refused.',
  }),
  refuses({
    ...about,
    id: 'images.variation-image-beyond-refused',
    section: '8',
    reading: 'G7',
    mayBeCutOff: true,
    statement: 'An image of 4 MiB is refused.',
  }),
  refuses({ ...about, id: 'images.variation-n-type-refused', statement: 'An `n` that is no number is refused.' }),
  refuses({ ...about, id: 'images.variation-n-below-refused', statement: 'An `n` below 1 is refused.' }),
  refuses({ ...about, id: 'images.variation-n-beyond-refused', statement: 'An `n` above 10 is refused.' }),
  refuses({
    ...about,
    id: 'images.variation-response-format-unlisted-refused',
    statement: 'A `response_format` that is not listed is refused.',
  }),
  refuses({
    ...about,
    id: 'images.variation-size-unlisted-refused',
    statement: 'A size that no model has is refused.',
  }),
  refuses({
    ...about,
    id: 'images.variation-size-of-model-2-refused',
    reading: 'I8',
    statement: 'The sizes of `image-model-2` alone are refused.',
  }),
] as const
