import { accepts, requirement } from '../../../../core/model/build.ts'
import type { Observation } from '../../../../core/model/observation.ts'
import { fromSchemas } from '../../from-schemas.ts'
import { replyContentType, replyParses, replyUtf8 } from '../../transport.ts'
import { isAnswer } from './asked.ts'
import { credentials } from './credentials.ts'
import { fetchedImages } from './fetched-images.ts'
import { imageContent } from './image-content.ts'
import { observations } from './observations.ts'
import { responseFormat } from './response-format.ts'
import { usage } from './usage.ts'

const generate = { section: '2.1', endpoint: 'images.generate', interpretation: 'G2' } as const
const edit = { section: '2.2', endpoint: 'images.edit', interpretation: 'G2' } as const
const variation = { section: '2.3', endpoint: 'images.variation', interpretation: 'G2' } as const
const combined = {
  speaksOf: 'combination',
  level: 'implied',
  statement: 'Fields that are accepted separately are accepted together.',
} as const

/** Requirements that complete requests are accepted. The schemas cover individual fields. */
const wholeRequests = [
  accepts({
    ...generate,
    id: 'images.generate-plain-request-accepted',
    speaksOf: 'plain',
    statement: 'A request with only a prompt is accepted.',
  }),
  accepts({ ...generate, ...combined, id: 'images.generate-combinations-accepted' }),
  accepts({
    ...edit,
    id: 'images.edit-plain-request-accepted',
    speaksOf: 'plain',
    statement: 'A form with only a prompt and a square PNG with transparent pixels is accepted.',
  }),
  accepts({ ...edit, ...combined, id: 'images.edit-combinations-accepted' }),
  accepts({
    ...variation,
    id: 'images.variation-plain-request-accepted',
    speaksOf: 'plain',
    statement: 'A form with only a square PNG is accepted.',
  }),
  accepts({ ...variation, ...combined, id: 'images.variation-combinations-accepted' }),
  accepts({
    id: 'images.json-spelling-accepted',
    section: '4',
    endpoint: 'images.generate',
    level: 'implied',
    speaksOf: 'spelling',
    interpretation: 'G13',
    statement: 'A request is accepted however its JSON is spelled: white space, escapes, the order of members.',
  }),
] as const

const onAll = { endpoint: 'images.generate', alsoOn: ['images.edit', 'images.variation'] } as const
const isJsonAnswer = (seen: Observation) => isAnswer(seen) && seen.json !== undefined

/** Requirements on the transport of image responses. */
const transport = [
  requirement({ ...replyParses, ...onAll, id: 'images.reply-parses', appliesTo: isAnswer }),
  requirement({ ...replyContentType, ...onAll, id: 'images.reply-content-type', appliesTo: isJsonAnswer }),
  requirement({ ...replyUtf8, ...onAll, id: 'images.reply-utf-8', appliesTo: isJsonAnswer }),
] as const

export const imagesRequirements = [
  ...wholeRequests,
  ...fromSchemas('images'),
  ...transport,
  ...responseFormat,
  ...imageContent,
  ...fetchedImages,
  ...usage,
  ...credentials,
  ...observations,
] as const
