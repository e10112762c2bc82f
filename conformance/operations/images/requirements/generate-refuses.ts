import { refuses } from '../../../model/build.ts'

const about = { section: '2.1', endpoint: 'images.generate', level: 'implied', reading: 'I1' } as const

/** What a request to create images may not hold. */
export const generateRefuses = [
  refuses({
    ...about,
    id: 'images.generate-malformed-json-refused',
    section: '4',
    reading: 'G14',
    statement: 'A body that is not JSON is refused.',
  }),
  refuses({ ...about, id: 'images.generate-body-type-refused', statement: 'A body that is no object is refused.' }),
  refuses({
    ...about,
    id: 'images.generate-prompt-missing-refused',
    statement: 'A request without a prompt is refused.',
  }),
  refuses({ ...about, id: 'images.generate-prompt-type-refused', statement: 'A prompt that is no string is refused.' }),
  refuses({
    ...about,
    id: 'images.generate-prompt-beyond-refused',
    statement: 'A prompt of more than 1000 characters is refused for `image-model-1`.',
  }),
  refuses({
    ...about,
    id: 'images.generate-model-2-prompt-beyond-refused',
    statement: 'A prompt of more than 4000 characters is refused for `image-model-2`.',
  }),
  refuses({ ...about, id: 'images.generate-model-type-refused', statement: 'A model that is no string is refused.' }),
  refuses({
    ...about,
    id: 'images.generate-model-unknown-refused',
    reading: 'I4',
    statement: 'A model nobody knows is refused.',
  }),
  refuses({
    ...about,
    id: 'images.generate-model-multi-refused',
    reading: 'I4',
    statement: '`image-model-multi`, which edits, is refused for creating.',
  }),
  refuses({ ...about, id: 'images.generate-n-type-refused', statement: 'An `n` that is no integer is refused.' }),
  refuses({ ...about, id: 'images.generate-n-below-refused', statement: 'An `n` below 1 is refused.' }),
  refuses({ ...about, id: 'images.generate-n-beyond-refused', statement: 'An `n` above 10 is refused.' }),
  refuses({
    ...about,
    id: 'images.generate-model-2-n-refused',
    statement: 'More than one image is refused for `image-model-2`.',
  }),
  refuses({
    ...about,
    id: 'images.generate-quality-type-refused',
    statement: 'A quality that is no string is refused.',
  }),
  refuses({
    ...about,
    id: 'images.generate-quality-unlisted-refused',
    statement: 'A quality that is not listed is refused.',
  }),
  refuses({
    ...about,
    id: 'images.generate-quality-of-model-2-refused',
    reading: 'I4',
    statement: 'The quality `hd` is refused for `image-model-1`.',
  }),
  refuses({
    ...about,
    id: 'images.generate-response-format-type-refused',
    statement: 'A `response_format` that is no string is refused.',
  }),
  refuses({
    ...about,
    id: 'images.generate-response-format-unlisted-refused',
    statement: 'A `response_format` that is not listed is refused.',
  }),
  refuses({ ...about, id: 'images.generate-size-type-refused', statement: 'A size that is no string is refused.' }),
  refuses({
    ...about,
    id: 'images.generate-size-unlisted-refused',
    statement: 'A size that no model has is refused.',
  }),
  refuses({
    ...about,
    id: 'images.generate-size-of-model-2-refused',
    statement: 'The sizes of `image-model-2` alone are refused for `image-model-1`.',
  }),
  refuses({
    ...about,
    id: 'images.generate-model-2-size-refused',
    statement: 'The sizes of `image-model-1` alone are refused for `image-model-2`.',
  }),
  refuses({ ...about, id: 'images.generate-style-type-refused', statement: 'A style that is no string is refused.' }),
  refuses({
    ...about,
    id: 'images.generate-style-unlisted-refused',
    statement: 'A style that is not listed is refused.',
  }),
  refuses({
    ...about,
    id: 'images.generate-style-of-model-2-refused',
    reading: 'I4',
    statement: 'The style `natural` is refused for `image-model-1`.',
  }),
  refuses({ ...about, id: 'images.generate-user-type-refused', statement: 'A user that is no string is refused.' }),
] as const
