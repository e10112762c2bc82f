import { accepts } from '../../../model/build.ts'

const about = { section: '2.2', endpoint: 'images.edit' } as const

/** What a request to edit an image may hold, whichever model does it. */
export const editAccepts = [
  accepts({
    ...about,
    id: 'images.edit-plain-request-accepted',
    speaksOf: 'plain',
    reading: 'G2',
    statement: 'A form with nothing but a prompt and a square PNG with transparent places is accepted.',
  }),
  accepts({
    ...about,
    id: 'images.edit-combinations-accepted',
    speaksOf: 'combination',
    level: 'implied',
    reading: 'G2',
    statement: 'Fields that are accepted one by one are accepted together.',
  }),
  accepts({ ...about, id: 'images.edit-model-1-accepted', statement: '`model` may name `image-model-1`.' }),
  accepts({
    ...about,
    id: 'images.edit-prompt-1000-accepted',
    statement: 'A prompt for `image-model-1` may be 1000 characters long.',
  }),
  accepts({
    ...about,
    id: 'images.edit-mask-accepted',
    reading: 'I7',
    statement: 'A mask as large as the image may say where to edit.',
  }),
  accepts({
    ...about,
    id: 'images.edit-masked-image-without-transparency-accepted',
    dependsOn: ['images.edit-mask-accepted'],
    reading: 'I7',
    statement: 'With a mask the image needs no transparency.',
  }),
  accepts({
    ...about,
    id: 'images.edit-image-4-mb-accepted',
    section: '8',
    reading: 'G7',
    statement: 'An image may be just under 4 MB.',
  }),
  accepts({
    ...about,
    id: 'images.edit-mask-4-mb-accepted',
    section: '8',
    dependsOn: ['images.edit-mask-accepted'],
    reading: 'G7',
    statement: 'A mask may be just under 4 MB.',
  }),
  accepts({ ...about, id: 'images.edit-n-accepted', statement: '`n` may say how many images are wanted.' }),
  accepts({
    ...about,
    id: 'images.edit-n-10-accepted',
    dependsOn: ['images.edit-n-accepted'],
    statement: '`n` may be 10.',
  }),
  accepts({
    ...about,
    id: 'images.edit-quality-standard-accepted',
    statement: '`image-model-1` takes the quality `standard`.',
  }),
  accepts({ ...about, id: 'images.edit-response-format-url-accepted', statement: '`response_format` may be `url`.' }),
  accepts({
    ...about,
    id: 'images.edit-response-format-b64-json-accepted',
    statement: '`response_format` may be `b64_json`.',
  }),
  accepts({
    ...about,
    id: 'images.edit-size-256x256-accepted',
    statement: '`image-model-1` takes the size `256x256`.',
  }),
  accepts({
    ...about,
    id: 'images.edit-size-512x512-accepted',
    statement: '`image-model-1` takes the size `512x512`.',
  }),
  accepts({
    ...about,
    id: 'images.edit-size-1024x1024-accepted',
    statement: '`image-model-1` takes the size `1024x1024`.',
  }),
  accepts({ ...about, id: 'images.edit-user-accepted', statement: '`user` may identify the end user.' }),
] as const
