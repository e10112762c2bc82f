import type { Violation } from '../../../schemas/index.ts'
import { itemsOf, type Members } from '../../../schemas/json.ts'
import { all, having, where, withoutMember } from '../../alterations.ts'
import { errorReply } from '../../errors.ts'
import { parametersOf } from '../../images/image-parameters.ts'
import { pngOf } from '../../images/pictures.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import { bytes, type Reply } from '../../reply.ts'
import type { Fault } from '../fault.ts'
import { hasUrl, inEachImage, inImages, ofBase64, ofUrl } from './alterations.ts'

const other = pngOf({ seed: '00ff00ff00ff00ff', width: 64, height: 64 })
const otherText = Buffer.from(other).toString('base64')
const brokenText = Buffer.from(other.subarray(0, other.length - 20)).toString('base64')
/** A GIF of one pixel, which is an image in a format that the suite does not decode. */
const gifText = 'R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs='
const wordsText = Buffer.from('this is not an image').toString('base64')

/** A URL on a host from which the run may not fetch. */
const oneUrl = 'https://images.example/1.png'

/** The requirements that a reply without a picture can violate, depending on the request. */
const nothingGiven = [
  'images.url-given-when-asked',
  'images.url-given-by-default',
  'images.variation-url-given-by-default',
  'images.b64-json-given-when-asked',
] as const

/** Defects of the images: their number, their size and their encoding. */
export const imageContentFaults: readonly Fault[] = [
  inImages('images-n-ignored', ['images.count-as-asked'], (reply) => ({
    ...reply,
    data: itemsOf(reply['data']).slice(0, 1),
  })),
  inImages('images-one-too-many', ['images.count-as-asked'], (reply) => {
    const data = itemsOf(reply['data'])
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
    [
      'images.b64-json-given-when-asked',
      'images.other-carrier-absent',
      'images.url-origins-fetched',
      'images.url-in-one-reply',
    ],
    ofBase64Only(oneUrl),
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
  inEachImage(
    'images-both-carriers',
    ['images.other-carrier-absent', 'images.url-origins-fetched', 'images.url-in-one-reply'],
    bothCarriers,
  ),
  inEachImage('images-neither-carrier', nothingGiven, all(withoutMember('url'), withoutMember('b64_json'))),
]

/** Moves a picture from its URL into base64. The URL contains its size. */
function inBase64({ url, ...image }: Members): Members {
  const png = pngOf({ seed: '00ff00ff00ff00ff', ...sidesIn(String(url)) })
  return { ...image, b64_json: Buffer.from(png).toString('base64') }
}

function sidesIn(address: string): { readonly width: number; readonly height: number } {
  const [, width, height] = /-(\d+)-(\d+)-\d+-[\da-f]+\.png$/.exec(address) ?? []
  return { width: Number(width), height: Number(height) }
}

function saysHow({ value }: IncomingRequest): boolean {
  return (value.body as Members | undefined)?.['response_format'] !== undefined
}

function ofBase64Only(url: string) {
  return where(({ b64_json }) => typeof b64_json === 'string', all(withoutMember('b64_json'), having({ url })))
}

function bothCarriers(image: Members): Members {
  return hasUrl(image) ? image : { ...image, url: oneUrl }
}

const page = '<!doctype html><title>Expired</title><p>This picture has gone – sorry.'

/** Defects of the pictures behind addresses. */
export const fetchedImageFaults: readonly Fault[] = [
  onPicture('images-url-gone', ['images.url-answers'], () =>
    errorReply('images', 'no-route', 'There is no such picture.'),
  ),
  onPicture(
    'images-url-gone-later',
    ['images.url-answers'],
    fromSecondTime(() => errorReply('images', 'no-route', 'There is no such picture.')),
  ),
  onPicture(
    'images-url-other-later',
    ['images.url-same-image'],
    fromSecondTime((_reply, address) =>
      bytes(200, 'image/png', pngOf({ seed: '00ff00ff00ff00ff', ...sidesIn(address) })),
    ),
  ),
  onPicture('images-url-fails', ['images.url-answers'], () => errorReply('images', 'internal', 'The store is gone.')),
  onPicture('images-url-page', ['images.url-is-an-image'], () => bytes(200, 'image/png', page)),
  onPicture('images-url-empty', ['images.url-is-an-image'], () => bytes(200, 'image/png', '')),
  onPicture('images-url-cut-short', ['images.url-is-an-image'], halved),
  onPicture('images-url-other-size', ['images.url-pixels-as-asked'], () => bytes(200, 'image/png', other)),
  onPicture('images-url-gif', ['images.url-format'], () => bytes(200, 'image/gif', Buffer.from(gifText, 'base64'))),
  inEachImage(
    'images-one-url',
    ['images.url-in-one-reply', 'images.url-origins-fetched'],
    ofUrl(() => oneUrl),
  ),
  inEachImage(
    'images-url-elsewhere',
    ['images.url-origins-fetched'],
    ofUrl((url) => `https://images.example${new URL(url).pathname}`),
  ),
]

type PictureAlteration = (reply: Reply, address: string) => Reply

/** Alters what an address leads to, from the second time on. Addresses of different servers differ. */
function fromSecondTime(alter: PictureAlteration): PictureAlteration {
  const first = new Map<string, Reply>()
  return (reply, address) => {
    const known = first.get(address)
    // The alteration of one reply may be asked for twice, to count whether it changes it.
    if (known !== undefined && known !== reply) return alter(reply, address)
    first.set(address, reply)
    return reply
  }
}

function onPicture(id: string, breaks: Fault['breaks'], alter: PictureAlteration): Fault {
  return {
    id,
    breaks,
    notLimited: "it alters what a picture's address leads to, and that request belongs to no operation",
    alterPicture: (reply, address) => (reply.status === 200 ? alter(reply, address) : reply),
  }
}

function halved(reply: Reply): Reply {
  if (reply.body.kind !== 'bytes') return reply
  const { type, bytes: whole } = reply.body
  return { ...reply, body: { kind: 'bytes', type, bytes: whole.subarray(0, whole.length / 2) } }
}

/** Defects that only some requests reveal: they need several pictures, or a mask that differs in the other side. */
export const imageFaultsInPart: readonly Fault[] = [
  inImages('images-later-urls-gone', ['images.url-answers'], ({ data, ...reply }) => ({
    ...reply,
    data: imagesIn(data).map((image, index) => (index > 0 && hasUrl(image) ? gone(image) : image)),
  })),
  inImages(
    'images-multi-n-ignored-by-address',
    ['images.count-as-asked'],
    ({ data, ...reply }, request) => ({
      ...reply,
      data: isMultiByAddress(request) ? imagesIn(data).slice(0, 1) : data,
    }),
    ['images.edit'],
  ),
  comparingMasks('images-mask-widths-only', 0),
  comparingMasks('images-mask-heights-only', 1),
]

function imagesIn(data: unknown): readonly Members[] {
  return Array.isArray(data) ? data : []
}

/** Replaces the URL with one on this server whose signature is invalid. */
function gone({ url, ...image }: Members): Members {
  return { ...image, url: String(url).replace(/\.png$/, '0.png') }
}

function isMultiByAddress(request: IncomingRequest): boolean {
  const { isMulti, inBase64 } = parametersOf(request)
  return isMulti && !inBase64
}

/** Makes a server that compares only one side of a mask with its image: the width (0) or the height (1). */
function comparingMasks(id: string, side: 0 | 1): Fault {
  const isAlike = ({ expected, actual }: Violation) =>
    String(expected).split('x')[side] === String(actual).split('x')[side]
  const requirement = 'images.edit-mask-size-rejected'
  return { id, breaks: [requirement], overlook: (one) => one.requirement === requirement && isAlike(one) }
}
