import { membersOf } from '../../../../../schemas/json.ts'
import { requirement } from '../../../../core/model/build.ts'
import { memoize } from '../../../../core/model/memoize.ts'
import type { Observation } from '../../../../core/model/observation.ts'
import { counted } from '../../../../core/text/counted.ts'
import { type ReceivedPicture, receivedPicture } from '../../../../core/wire/image-facts.ts'
import { asked, imageObjectsOf, isAnswer, sizeAsked } from './asked.ts'

const about = {
  section: '2.4',
  endpoint: 'images.generate',
  alsoOn: ['images.edit', 'images.variation'],
  dimension: 'field',
  interpretation: 'I10',
  needs: ['request-body', 'response-body'],
} as const

/** Requirements on the images in a reply. */
export const imageContent = [
  requirement({
    ...about,
    id: 'images.count-as-asked',
    effectOf: 'n',
    level: 'implied',
    statement: 'The response has `n` images; one image without `n`.',
    appliesTo: (seen) => isAnswer(seen) && Array.isArray(membersOf(seen.json)['data']),
    *check(seen) {
      const expected = Number(asked(seen).n ?? 1)
      const actual = countOf(seen)
      if (actual !== expected) {
        yield {
          message: `${counted(actual, 'image')} for n = ${expected}`,
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
    appliesTo: (seen) => isAnswer(seen) && imageObjectsOf(seen).some(({ url }) => typeof url === 'string'),
    *check(seen) {
      for (const { url, pointer } of imageObjectsOf(seen)) {
        if (typeof url !== 'string' || isAbsolute(url)) continue
        const actual = url.slice(0, 200)
        yield {
          message: `url is not an absolute http(s) URL: "${actual}"`,
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
    interpretation: 'I9',
    statement: '`b64_json` is base64, without a `data:` prefix.',
    appliesTo: (seen) => isAnswer(seen) && texts(seen).length > 0,
    *check(seen) {
      for (const { text, pointer } of texts(seen)) {
        const form = base64Form(text)
        if (form !== undefined && form !== 'data url') continue
        const message = form === undefined ? 'b64_json is not base64' : 'b64_json has a data: prefix'
        yield { message, at: { in: 'body', pointer }, actual: text.slice(0, 80) }
      }
    },
  }),
  requirement({
    ...about,
    id: 'images.b64-json-standard-base64',
    level: 'implied',
    interpretation: 'I9',
    statement: '`b64_json` is in the standard base64 alphabet, padded, and on one line.',
    appliesTo: (seen) => isAnswer(seen) && texts(seen).some(({ text }) => departureOf(text) !== undefined),
    *check(seen) {
      for (const { text, pointer } of texts(seen)) {
        const departure = departureOf(text)
        if (departure === undefined || departure === '') continue
        yield { message: `b64_json is ${departure}`, at: { in: 'body', pointer }, actual: text.slice(0, 80) }
      }
    },
  }),
  requirement({
    ...about,
    id: 'images.b64-json-is-an-image',
    level: 'implied',
    statement: 'The content of `b64_json` is an image.',
    appliesTo: (seen) => isAnswer(seen) && carried(seen).length > 0,
    *check(seen) {
      for (const one of carried(seen)) {
        if (one.facts.mayBeAnImage) continue
        yield {
          message: `b64_json is ${counted(one.facts.bytes, 'byte')}, not an image`,
          at: { in: 'body', pointer: one.pointer },
        }
      }
    },
  }),
  requirement({
    ...about,
    id: 'images.b64-json-format',
    level: 'unspecified',
    statement: 'The image in `b64_json` is a PNG, WEBP or JPEG.',
    appliesTo: (seen) => isAnswer(seen) && carried(seen).some(({ facts }) => facts.mayBeAnImage),
    *check(seen) {
      for (const one of carried(seen)) {
        if (one.facts.format !== 'other' || !one.facts.mayBeAnImage) continue
        const at = { in: 'body', pointer: one.pointer } as const
        yield {
          message: `b64_json is ${counted(one.facts.bytes, 'byte')} in a format that this suite does not decode`,
          at,
        }
      }
    },
  }),
  requirement({
    ...about,
    id: 'images.pixels-as-asked',
    effectOf: 'size',
    level: 'implied',
    statement: 'An image has the requested `size`; 1024x1024 if a create or variation request does not contain `size`.',
    appliesTo: (seen) =>
      isAnswer(seen) && sizeAsked(seen) !== undefined && carried(seen).some(({ facts }) => facts.width > 0),
    *check(seen) {
      const expected = sizeAsked(seen)
      for (const { pointer, facts } of carried(seen)) {
        const actual = `${facts.width}x${facts.height}`
        if (facts.width === 0 || actual === expected) continue
        yield {
          message: `image is ${actual}, but the requested size is ${expected}`,
          at: { in: 'body', pointer },
          expected,
          actual,
        }
      }
    },
  }),
] as const

/** Returns the `b64_json` members that are strings, with their places. */
function texts(seen: Observation): readonly { readonly pointer: string; readonly text: string }[] {
  return imageObjectsOf(seen).flatMap(({ b64_json: text, pointer }) =>
    typeof text === 'string' ? [{ pointer: `${pointer}/b64_json`, text }] : [],
  )
}

/**
 * Describes how base64 differs from RFC 4648 §4. Returns an empty string if it does not differ, and `undefined` if the
 * text is not base64 at all.
 */
function departureOf(text: string): string | undefined {
  switch (base64Form(text)) {
    case 'base64':
      return ''
    case 'unpadded':
      return 'not padded to a multiple of four characters'
    case 'url-safe':
      return 'in the URL-safe alphabet'
    case 'in lines':
      return 'broken into lines'
    case 'data url':
    case undefined:
      return undefined
  }
}

/** Returns the number of items in `data`, of any type. */
function countOf({ json }: Observation): number {
  const { data } = membersOf(json)
  return Array.isArray(data) ? data.length : 0
}

function isAbsolute(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url)
}

/** A base64 picture in a reply, with its place. Its bytes are large and not kept. */
interface Carried {
  readonly pointer: string
  readonly facts: ReceivedPicture
}

/** Decodes the pictures of a reply from any form of base64 (interpretation G13). Memoized because decoding is slow. */
const carried = memoize((seen: Observation): readonly Carried[] =>
  imageObjectsOf(seen).flatMap(({ pointer, b64_json: text }) => carriedIn(pointer, text)),
)

function carriedIn(pointer: string, text: unknown): readonly Carried[] {
  const bytes = typeof text === 'string' ? bytesIn(text) : undefined
  return bytes === undefined ? [] : [{ pointer: `${pointer}/b64_json`, facts: receivedPicture(bytes) }]
}

/**
 * The encodings of bytes in a text. `base64` is that of RFC 4648 §4; the others are named after their difference from
 * it.
 */
type Base64Form = 'base64' | 'unpadded' | 'url-safe' | 'in lines' | 'data url'

/**
 * Returns the encoding of a text, or `undefined` if its bytes are ambiguous. If a text has several differences, the
 * last of them in the list above counts.
 */
function base64Form(text: string): Base64Form | undefined {
  if (dataUrl.test(text)) return 'data url'
  const bare = text.replace(/[\r\n]/g, '')
  const digits = bare.replace(/={0,2}$/, '')
  if (!/^[A-Za-z0-9+/_-]*$/.test(digits) || digits.length % 4 === 1) return undefined
  if (bare !== text) return 'in lines'
  if (/[-_]/.test(digits)) return 'url-safe'
  return bare.length % 4 === 0 ? 'base64' : 'unpadded'
}

/** Returns the bytes of a text in any of the encodings. */
function bytesIn(text: string): Uint8Array | undefined {
  const form = base64Form(text)
  if (form === undefined) return undefined
  return Buffer.from(form === 'data url' ? text.replace(dataUrl, '') : text, 'base64')
}

const dataUrl = /^data:[^,]{0,200};base64,/i
