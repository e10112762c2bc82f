import { requirement } from '../../../model/build.ts'
import { asked, asObject, given, isAnswer, sizeAsked } from './asked.ts'
import { isBase64 } from './base64.ts'
import { carried } from './pictures.ts'

const about = {
  section: '2.4',
  endpoint: 'images.generate',
  alsoOn: ['images.edit', 'images.variation'],
  dimension: 'field',
  reading: 'I10',
  needs: ['request-body', 'response-body'],
} as const

/** What the images of a reply are. */
export const imageContent = [
  requirement({
    ...about,
    id: 'images.count-as-asked',
    level: 'implied',
    statement: 'As many images are given as `n` asks for; one where it is left out.',
    appliesTo: (seen) => isAnswer(seen) && Array.isArray(asObject(seen.json)['data']),
    *check(seen) {
      const expected = Number(asked(seen).n ?? 1)
      const actual = given(seen).length
      if (actual !== expected) {
        yield {
          message: `${actual} images for n = ${expected}`,
          at: { in: 'body', pointer: '/data' },
          expected,
          actual,
        }
      }
    },
  }),
  requirement({
    ...about,
    id: 'images.url-absolute',
    level: 'implied',
    statement: 'A `url` is an absolute http or https address.',
    appliesTo: (seen) => isAnswer(seen) && given(seen).some(({ url }) => typeof url === 'string'),
    *check(seen) {
      for (const { url, pointer } of given(seen)) {
        if (typeof url !== 'string' || isAbsolute(url)) continue
        const actual = url.slice(0, 200)
        yield {
          message: `"${actual}" is no absolute http(s) address`,
          at: { in: 'body', pointer: `${pointer}/url` },
          actual,
        }
      }
    },
  }),
  requirement({
    ...about,
    id: 'images.b64-json-valid-base64',
    level: 'stated',
    reading: 'I9',
    statement: '`b64_json` is base64, without a `data:` prefix.',
    appliesTo: (seen) => isAnswer(seen) && given(seen).some(({ b64_json: text }) => typeof text === 'string'),
    *check(seen) {
      for (const { b64_json: text, pointer } of given(seen)) {
        if (typeof text !== 'string' || isBase64(text)) continue
        yield {
          message: 'b64_json is not base64',
          at: { in: 'body', pointer: `${pointer}/b64_json` },
          actual: text.slice(0, 80),
        }
      }
    },
  }),
  requirement({
    ...about,
    id: 'images.b64-json-is-an-image',
    level: 'implied',
    statement: 'What `b64_json` carries is an image.',
    appliesTo: (seen) => isAnswer(seen) && carried(seen).length > 0,
    *check(seen) {
      for (const one of carried(seen)) {
        if (one.facts.mayBeAnImage) continue
        yield { message: `${one.facts.bytes} bytes that are no image`, at: { in: 'body', pointer: one.pointer } }
      }
    },
  }),
  requirement({
    ...about,
    id: 'images.b64-json-format',
    level: 'unspecified',
    statement: 'The image that `b64_json` carries is a PNG, WEBP or JPEG.',
    appliesTo: (seen) => isAnswer(seen) && carried(seen).some(({ facts }) => facts.mayBeAnImage),
    *check(seen) {
      for (const one of carried(seen)) {
        if (one.facts.format !== 'other' || !one.facts.mayBeAnImage) continue
        const at = { in: 'body', pointer: one.pointer } as const
        yield { message: `${one.facts.bytes} bytes in a format that is not decoded here`, at }
      }
    },
  }),
  requirement({
    ...about,
    id: 'images.pixels-as-asked',
    level: 'implied',
    statement:
      'An image has as many pixels as `size` asks for; 1024x1024 where a create or variation request leaves it out.',
    appliesTo: (seen) =>
      isAnswer(seen) && sizeAsked(seen) !== undefined && carried(seen).some(({ facts }) => facts.width > 0),
    *check(seen) {
      const expected = sizeAsked(seen)
      for (const { pointer, facts } of carried(seen)) {
        const actual = `${facts.width}x${facts.height}`
        if (facts.width === 0 || actual === expected) continue
        yield {
          message: `an image of ${actual} for the size ${expected}`,
          at: { in: 'body', pointer },
          expected,
          actual,
        }
      }
    },
  }),
] as const

function isAbsolute(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url)
}
