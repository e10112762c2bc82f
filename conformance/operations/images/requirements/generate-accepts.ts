import { accepts } from '../../../model/build.ts'

const about = { section: '2.1', endpoint: 'images.generate' } as const
const larger = { ...about, dependsOn: ['images.generate-model-2-accepted'] } as const

/** What a request to create images may hold. */
export const generateAccepts = [
  accepts({
    ...about,
    id: 'images.generate-plain-request-accepted',
    speaksOf: 'plain',
    reading: 'G2',
    statement: 'A request with nothing but a prompt is accepted.',
  }),
  accepts({
    ...about,
    id: 'images.generate-combinations-accepted',
    speaksOf: 'combination',
    level: 'implied',
    reading: 'G2',
    statement: 'Fields that are accepted one by one are accepted together.',
  }),
  accepts({ ...about, id: 'images.generate-model-1-accepted', statement: '`model` may name `image-model-1`.' }),
  accepts({ ...about, id: 'images.generate-model-2-accepted', statement: '`model` may name `image-model-2`.' }),
  accepts({
    ...about,
    id: 'images.generate-prompt-1000-accepted',
    statement: 'A prompt for `image-model-1` may be 1000 characters long.',
  }),
  accepts({
    ...larger,
    id: 'images.generate-model-2-prompt-4000-accepted',
    statement: 'A prompt for `image-model-2` may be 4000 characters long.',
  }),
  accepts({ ...about, id: 'images.generate-n-accepted', statement: '`n` may say how many images are wanted.' }),
  accepts({
    ...about,
    id: 'images.generate-n-10-accepted',
    dependsOn: ['images.generate-n-accepted'],
    statement: '`n` may be 10.',
  }),
  accepts({ ...about, id: 'images.generate-n-null-accepted', reading: 'I3', statement: '`n` may be null.' }),
  accepts({
    ...larger,
    id: 'images.generate-quality-standard-accepted',
    statement: '`image-model-2` takes the quality `standard`.',
  }),
  accepts({
    ...larger,
    id: 'images.generate-quality-hd-accepted',
    statement: '`image-model-2` takes the quality `hd`.',
  }),
  accepts({
    ...about,
    id: 'images.generate-response-format-url-accepted',
    statement: '`response_format` may be `url`.',
  }),
  accepts({
    ...about,
    id: 'images.generate-response-format-b64-json-accepted',
    statement: '`response_format` may be `b64_json`.',
  }),
  accepts({
    ...about,
    id: 'images.generate-response-format-null-accepted',
    reading: 'I3',
    statement: '`response_format` may be null.',
  }),
  accepts({
    ...about,
    id: 'images.generate-size-256x256-accepted',
    statement: '`image-model-1` takes the size `256x256`.',
  }),
  accepts({
    ...about,
    id: 'images.generate-size-512x512-accepted',
    statement: '`image-model-1` takes the size `512x512`.',
  }),
  accepts({
    ...about,
    id: 'images.generate-size-1024x1024-accepted',
    statement: '`image-model-1` takes the size `1024x1024`.',
  }),
  accepts({
    ...larger,
    id: 'images.generate-model-2-size-1024x1024-accepted',
    statement: '`image-model-2` takes the size `1024x1024`.',
  }),
  accepts({
    ...larger,
    id: 'images.generate-model-2-size-1792x1024-accepted',
    statement: '`image-model-2` takes the size `1792x1024`.',
  }),
  accepts({
    ...larger,
    id: 'images.generate-model-2-size-1024x1792-accepted',
    statement: '`image-model-2` takes the size `1024x1792`.',
  }),
  accepts({ ...about, id: 'images.generate-size-null-accepted', reading: 'I3', statement: '`size` may be null.' }),
  accepts({
    ...larger,
    id: 'images.generate-style-vivid-accepted',
    statement: '`image-model-2` takes the style `vivid`.',
  }),
  accepts({
    ...larger,
    id: 'images.generate-style-natural-accepted',
    statement: '`image-model-2` takes the style `natural`.',
  }),
  accepts({ ...about, id: 'images.generate-style-null-accepted', reading: 'I3', statement: '`style` may be null.' }),
  accepts({ ...about, id: 'images.generate-user-accepted', statement: '`user` may identify the end user.' }),
] as const
