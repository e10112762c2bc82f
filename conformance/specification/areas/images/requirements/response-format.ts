import { requirement } from '../../../../core/model/build.ts'
import type { Finding } from '../../../../core/model/finding.ts'
import type { Observation } from '../../../../core/model/observation.ts'
import { asked, imageObjectsOf, isAbsent, isAnswer, type ReplyImage } from './asked.ts'

type Carrier = 'url' | 'b64_json'

const about = {
  section: '4',
  endpoint: 'images.generate',
  dimension: 'field',
  interpretation: 'I9',
  needs: ['request-body', 'response-body'],
} as const
const everywhere = { ...about, alsoOn: ['images.edit', 'images.variation'] } as const

/** Requirements on the effect of `response_format`. */
export const responseFormat = [
  requirement({
    ...everywhere,
    id: 'images.url-given-when-asked',
    effectOf: 'response_format',
    level: 'stated',
    statement: 'With `response_format` `url`, each image object has `url`.',
    appliesTo: (seen) => givesImages(seen) && asked(seen).response_format === 'url',
    check: (seen) => without('url', imageObjectsOf(seen)),
  }),
  requirement({
    ...everywhere,
    id: 'images.b64-json-given-when-asked',
    effectOf: 'response_format',
    level: 'stated',
    statement: 'With `response_format` `b64_json`, each image object has `b64_json`.',
    appliesTo: (seen) => givesImages(seen) && asked(seen).response_format === 'b64_json',
    check: (seen) => without('b64_json', imageObjectsOf(seen)),
  }),
  requirement({
    ...about,
    id: 'images.url-given-by-default',
    alsoOn: ['images.edit'],
    level: 'stated',
    statement: 'Without `response_format`, each image object has `url`.',
    appliesTo: asksForNothing,
    check: (seen) => without('url', imageObjectsOf(seen)),
  }),
  requirement({
    ...about,
    id: 'images.variation-url-given-by-default',
    endpoint: 'images.variation',
    level: 'implied',
    statement: 'Without `response_format`, each image object of a variation has `url`.',
    appliesTo: asksForNothing,
    check: (seen) => without('url', imageObjectsOf(seen)),
  }),
  requirement({
    ...everywhere,
    id: 'images.other-carrier-absent',
    level: 'implied',
    statement: 'An image object has the requested one of `url` and `b64_json`, and not the other.',
    appliesTo: givesImages,
    *check(seen) {
      const unwanted = asked(seen).response_format === 'b64_json' ? 'url' : 'b64_json'
      for (const image of imageObjectsOf(seen)) {
        if (isAbsent(image[unwanted])) continue
        yield {
          message: `image has ${unwanted}, which the request does not ask for`,
          at: { in: 'body', pointer: `${image.pointer}/${unwanted}` },
        }
      }
    },
  }),
] as const

function givesImages(seen: Observation): boolean {
  return isAnswer(seen) && imageObjectsOf(seen).length > 0
}

function asksForNothing(seen: Observation): boolean {
  return givesImages(seen) && isAbsent(asked(seen).response_format)
}

function* without(carrier: Carrier, images: readonly ReplyImage[]): Generator<Finding> {
  for (const { pointer, ...image } of images) {
    if (!isAbsent(image[carrier])) continue
    const at = { in: 'body', pointer: `${pointer}/${carrier}` } as const
    yield { message: `image at ${pointer} has no ${carrier}`, at, expected: 'present', actual: image[carrier] }
  }
}
