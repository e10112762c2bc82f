import { refuses } from '../../../model/build.ts'

const about = { section: '2.2', endpoint: 'images.edit', level: 'implied', reading: 'I1' } as const
const multi = { ...about, capability: 'multi-image', reading: 'I5' } as const

/** What the text fields of an edit may not hold. */
export const editRefuses = [
  refuses({ ...about, id: 'images.edit-prompt-missing-refused', statement: 'A form without a prompt is refused.' }),
  refuses({
    ...about,
    id: 'images.edit-prompt-beyond-refused',
    statement: 'A prompt of more than 1000 characters is refused for `image-model-1`.',
  }),
  refuses({
    ...multi,
    id: 'images.edit-model-multi-prompt-beyond-refused',
    statement: 'A prompt of more than 32000 characters is refused for `image-model-multi`.',
  }),
  refuses({
    ...about,
    id: 'images.edit-model-2-refused',
    reading: 'I5',
    statement: '`image-model-2`, which does not edit, is refused.',
  }),
  refuses({
    ...about,
    id: 'images.edit-model-unknown-refused',
    reading: 'I4',
    statement: 'A model nobody knows is refused.',
  }),
  refuses({ ...about, id: 'images.edit-n-type-refused', statement: 'An `n` that is no number is refused.' }),
  refuses({ ...about, id: 'images.edit-n-below-refused', statement: 'An `n` below 1 is refused.' }),
  refuses({ ...about, id: 'images.edit-n-beyond-refused', statement: 'An `n` above 10 is refused.' }),
  refuses({
    ...about,
    id: 'images.edit-quality-unlisted-refused',
    statement: 'A quality that is not listed is refused.',
  }),
  refuses({
    ...about,
    id: 'images.edit-model-1-quality-refused',
    reading: 'I5',
    statement: 'The qualities of `image-model-multi` are refused for `image-model-1`.',
  }),
  refuses({
    ...about,
    id: 'images.edit-response-format-unlisted-refused',
    statement: 'A `response_format` that is not listed is refused.',
  }),
  refuses({ ...about, id: 'images.edit-size-unlisted-refused', statement: 'A size that no model has is refused.' }),
  refuses({
    ...about,
    id: 'images.edit-model-1-size-refused',
    reading: 'I5',
    statement: 'The sizes of `image-model-multi` alone are refused for `image-model-1`.',
  }),
  refuses({
    ...multi,
    id: 'images.edit-model-multi-size-refused',
    statement: 'The sizes of `image-model-1` alone are refused for `image-model-multi`.',
  }),
] as const
