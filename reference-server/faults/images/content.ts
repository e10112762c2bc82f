import { pngOf } from '../../images/pictures.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import { all, having, type Members, where, without } from '../alterations.ts'
import type { Fault } from '../fault.ts'
import { hasUrl, inEachImage, inImages, ofBase64, ofUrl } from './alterations.ts'

const other = pngOf({ seed: '00ff00ff00ff00ff', width: 64, height: 64 })
const otherText = Buffer.from(other).toString('base64')
const brokenText = Buffer.from(other.subarray(0, other.length - 20)).toString('base64')
const gifText = 'R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs='
const wordsText = Buffer.from('this is not an image').toString('base64')

/** All requirements that an image without a picture breaks, for any request. */
const nothingGiven = [
  'images.url-given-when-asked',
  'images.url-given-by-default',
  'images.variation-url-given-by-default',
  'images.b64-json-given-when-asked',
] as const

/** Defects of the images: their number, their size and their encoding. */
export const imageContentFaults: readonly Fault[] = [
  inImages('images-n-ignored', ['images.count-as-asked'], (reply) => ({ ...reply, data: listOf(reply).slice(0, 1) })),
  inImages('images-one-too-many', ['images.count-as-asked'], (reply) => {
    const data = listOf(reply)
    return { ...reply, data: [...data, ...data.slice(0, 1)] }
  }),
  inImages('images-none', ['images.count-as-asked'], having({ data: [] })),
  inEachImage(
    'images-size-ignored',
    ['images.pixels-as-asked'],
    ofBase64(() => otherText),
  ),
  inEachImage(
    'images-broken-png',
    ['images.b64-json-is-an-image'],
    ofBase64(() => brokenText),
  ),
  inEachImage(
    'images-words-for-pixels',
    ['images.b64-json-is-an-image'],
    ofBase64(() => wordsText),
  ),
  inEachImage(
    'images-base64-of-gif',
    ['images.b64-json-format'],
    ofBase64(() => gifText),
  ),
  inEachImage(
    'images-data-url',
    ['images.b64-json-valid-base64'],
    ofBase64((text) => `data:image/png;base64,${text}`),
  ),
  inEachImage(
    'images-base64-corrupt',
    ['images.b64-json-valid-base64'],
    ofBase64((text) => `${text.slice(0, 20)} ${text.slice(20)}`),
  ),
  inEachImage(
    'images-base64-for-urls',
    ['images.b64-json-standard-base64'],
    ofBase64((text) => Buffer.from(text, 'base64').toString('base64url')),
  ),
  inEachImage(
    'images-base64-in-lines',
    ['images.b64-json-standard-base64'],
    ofBase64((text) => text.replace(/.{76}/g, '$&\n')),
  ),
  inEachImage(
    'images-relative-url',
    ['images.url-absolute'],
    ofUrl((url) => new URL(url).pathname),
  ),
  inEachImage(
    'images-file-url',
    ['images.url-absolute'],
    ofUrl((url) => `file://${new URL(url).pathname}`),
  ),
  inEachImage(
    'images-url-for-base64',
    ['images.b64-json-given-when-asked', 'images.other-carrier-absent', 'images.url-origins-fetched'],
    ofBase64Only('https://images.example/1.png'),
  ),
  inEachImage(
    'images-base64-for-url',
    [
      'images.url-given-when-asked',
      'images.url-given-by-default',
      'images.variation-url-given-by-default',
      'images.other-carrier-absent',
    ],
    where(hasUrl, inBase64),
  ),
  inEachImage(
    'images-variation-base64-by-default',
    ['images.variation-url-given-by-default', 'images.other-carrier-absent'],
    where((image, request) => hasUrl(image) && !saysHow(request), inBase64),
    ['images.variation'],
  ),
  inEachImage('images-both-carriers', ['images.other-carrier-absent', 'images.url-origins-fetched'], bothCarriers),
  inEachImage('images-neither-carrier', nothingGiven, all(without('url'), without('b64_json'))),
]

function listOf({ data }: Members): readonly unknown[] {
  return Array.isArray(data) ? data : []
}

/** Moves the same picture from its address, which contains its size, into base64. */
function inBase64({ url, ...image }: Members): Members {
  const [, width, height] = /-(\d+)-(\d+)-\d+-[\da-f]+\.png$/.exec(String(url)) ?? []
  const png = pngOf({ seed: '00ff00ff00ff00ff', width: Number(width), height: Number(height) })
  return { ...image, b64_json: Buffer.from(png).toString('base64') }
}

function saysHow({ value }: IncomingRequest): boolean {
  return (value.body as Members | undefined)?.['response_format'] !== undefined
}

function ofBase64Only(url: string) {
  return where(({ b64_json }) => typeof b64_json === 'string', all(without('b64_json'), having({ url })))
}

function bothCarriers(image: Members): Members {
  return hasUrl(image) ? image : { ...image, url: 'https://images.example/1.png' }
}
