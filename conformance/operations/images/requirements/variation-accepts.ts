import { accepts } from '../../../model/build.ts'

const about = { section: '2.3', endpoint: 'images.variation' } as const

/** What a request for variations may hold. */
export const variationAccepts = [
  accepts({
    ...about,
    id: 'images.variation-plain-request-accepted',
    speaksOf: 'plain',
    reading: 'G2',
    statement: 'A form with nothing but a square PNG is accepted.',
  }),
  accepts({
    ...about,
    id: 'images.variation-combinations-accepted',
    speaksOf: 'combination',
    level: 'implied',
    reading: 'G2',
    statement: 'Fields that are accepted one by one are accepted together.',
  }),
  accepts({
    ...about,
    id: 'images.variation-model-1-accepted',
    reading: 'I8',
    statement: '`model` may name `image-model-1`.',
  }),
  accepts({ ...about, id: 'images.variation-n-accepted', statement: '`n` may say how many images are wanted.' }),
  accepts({
    ...about,
    id: 'images.variation-n-10-accepted',
    dependsOn: ['images.variation-n-accepted'],
    statement: '`n` may be 10.',
  }),
  accepts({
    ...about,
    id: 'images.variation-response-format-url-accepted',
    statement: '`response_format` may be `url`.',
  }),
  accepts({
    ...about,
    id: 'images.variation-response-format-b64-json-accepted',
    statement: '`response_format` may be `b64_json`.',
  }),
  accepts({
    ...about,
    id: 'images.variation-size-256x256-accepted',
    reading: 'I8',
    statement: 'The size may be `256x256`.',
  }),
  accepts({
    ...about,
    id: 'images.variation-size-512x512-accepted',
    reading: 'I8',
    statement: 'The size may be `512x512`.',
  }),
  accepts({
    ...about,
    id: 'images.variation-size-1024x1024-accepted',
    reading: 'I8',
    statement: 'The size may be `1024x1024`.',
  }),
  accepts({ ...about, id: 'images.variation-user-accepted', statement: '`user` may identify the end user.' }),
  accepts({
    ...about,
    id: 'images.variation-image-4-mb-accepted',
    section: '8',
    reading: 'G7',
    statement: 'The image may be just under 4 MB.',
  }),
] as const
