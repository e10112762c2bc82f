import { refused } from './refused.ts'

const implied = { level: 'implied' } as const

/** Broken rules on image blocks that a target refuses. */
export default [
  refused('messages.image-source-missing-refused', 'an image block without `source`'),
  refused('messages.image-source-type-refused', 'an image `source` that is no object'),
  refused('messages.image-source-kind-refused', 'a missing or unlisted `source.type`', implied),
  refused('messages.image-media-type-missing-refused', 'an image without `media_type`'),
  refused('messages.image-media-type-type-refused', 'a `media_type` that is no string'),
  refused('messages.image-media-type-unknown-refused', 'an unlisted `media_type`'),
  refused('messages.image-data-missing-refused', 'an image without `data`'),
  refused('messages.image-data-type-refused', 'image `data` that is no string'),
  refused('messages.image-data-base64-refused', 'image `data` that is not base64', implied),
] as const
