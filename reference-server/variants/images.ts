import { type Alteration, type Alterations, composed, inReplies } from '../alterations.ts'
import type { ImagesReply } from '../images/answers.ts'
import { bytes, type Reply } from '../reply.ts'
import {
  chunked,
  declaresJson,
  encoded,
  encodes,
  namesHeaders,
  succeedsWith,
  withHeaders,
} from '../transport-alterations.ts'
import { breaksOff, busyNowAndThen, inOppositeOrder, unknownMembers } from './everywhere.ts'
import { withSlashesEscaped } from './token-usage.ts'
import { replies, type Variant } from './variant.ts'

/** Sends null for every absent member, a revised prompt, milliseconds, and unlisted members. */
const fullOfNulls = inReplies<ImagesReply>((json) => ({
  background: 'opaque',
  model: 'image-model-1',
  ...json,
  created: json.created * 1000,
  usage: json.usage ?? null,
  data: json.data.map((image, at) => ({
    b64_json: null,
    url: null,
    revised_prompt: at === 0 ? null : 'A calm lake at dawn',
    ...image,
  })),
}))

/** Sends a revised prompt with each image, although it is unchanged. */
const alwaysRevised = inReplies<ImagesReply>((json) => ({
  ...json,
  created: 0,
  data: json.data.map((image) => ({ ...image, revised_prompt: '' })),
}))

const statuses = [404, 409, 413, 415, 418, 422, 451] as const

/** Rejects with varying 4xx statuses, and with a page, a text or no body. */
const rejectsItsOwnWay: Alteration = (reply, { ordinal }) => {
  if (reply.status < 400) return reply
  const status = reply.status === 401 ? 403 : (statuses[ordinal % statuses.length] ?? 422)
  const [type, text] = refusals[ordinal % refusals.length]!
  return bytes(status, type, text)
}

const refusals = [
  ['text/html', '<h1>No</h1>'],
  ['text/plain', 'no: "image"'],
  ['application/json', ''],
] as const

/** Breaks the connection instead of reading a file beyond its limit. */
const cutsUploads: Alteration = (reply, { validation }) => {
  const isTooLarge = validation.violations.some(({ pointer, keyword }) => /bytes/.test(pointer + keyword))
  return isTooLarge ? { ...reply, body: { kind: 'lost' } } : reply
}

const guardedPictures: Alterations = { alterPicture: () => bytes(401, 'text/plain', '') }

/** Redirects each picture to another address of the same origin, and compresses it there. */
const movedPictures: Alterations = {
  alterPicture: (reply, address) =>
    address.includes('?') ? packed(reply) : withHeaders({ location: `${address}?moved` })(bytes(307, 'text/plain', '')),
}

function packed(reply: Reply): Reply {
  if (reply.status !== 200) return reply
  const typed = withHeaders({ 'content-type': 'application/octet-stream' })(reply)
  return { ...chunked(100)(encoded('gzip')(typed)), status: 203 }
}

/** Uses URLs of pictures on another host, from which the run may not fetch. */
const picturesElsewhere = inReplies<ImagesReply>((json) => ({
  ...json,
  data: json.data.map(({ url, ...image }) =>
    url === undefined ? image : { ...image, url: `https://cdn.example${new URL(url).pathname}` },
  ),
}))

/** Has a clock that is an hour fast, and counts more kinds of tokens than listed. */
const fastClockAndMoreCounts = inReplies<ImagesReply>(({ created, usage, ...json }) => ({
  ...json,
  created: created + 3600,
  ...(usage === undefined ? {} : { usage: withMoreCounts(usage) }),
}))

function withMoreCounts({ input_tokens_details: details, ...usage }: NonNullable<ImagesReply['usage']>): object {
  return {
    ...usage,
    cost: 0.04,
    input_tokens_details: { ...details, cached_tokens: 0 },
    output_tokens_details: { image_tokens: usage.output_tokens, text_tokens: null },
  }
}

/** Uses URLs with a signature in the query, a fragment, and the scheme and host in capitals. */
const signedAddresses = inReplies<ImagesReply>((json) => ({
  ...json,
  data: json.data.map(({ url, ...image }) => (url === undefined ? image : { ...image, url: signed(url) })),
}))

function signed(url: string): string {
  const [, scheme = '', host = '', path = ''] = /^(\w+):\/\/([^/]+)(.*)$/.exec(url) ?? []
  return `${scheme.toUpperCase()}://${host.toUpperCase()}${path}?se=2099-01-01T00%3A00%3A00Z&sig=a%2Fb%2B%3D#picture`
}

/** A GIF of one pixel, which this suite does not decode. */
const gif = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')

const gifsInBase64 = inReplies<ImagesReply>((json) => ({
  ...json,
  data: json.data.map((image) =>
    image.b64_json === undefined ? image : { ...image, b64_json: gif.toString('base64') },
  ),
}))

function asGif(reply: Reply): Reply {
  return reply.status === 200 ? bytes(200, 'image/gif', gif) : reply
}

const inCapitals = namesHeaders((name) => name.toUpperCase())

const variants: readonly Variant[] = [
  {
    id: 'images-full-of-nulls',
    name: 'sends null for every absent image member, times in milliseconds, unlisted members, and status 201',
    permittedBy: 'G1, G3, G5, I9, I12',
    areas: ['images'],
    alterations: replies(fullOfNulls, succeedsWith(201)),
  },
  {
    id: 'images-rejections-of-its-own',
    name: 'always sends revised_prompt, and rejects with any 4xx and any body',
    permittedBy: 'I1, I2, 2.4',
    areas: ['images'],
    alterations: replies(alwaysRevised, rejectsItsOwnWay, cutsUploads),
  },
  {
    id: 'images-behind-the-key',
    name: 'serves its images only with a key',
    permittedBy: 'I10',
    areas: ['images'],
    alterations: () => guardedPictures,
  },
  {
    id: 'images-moved-and-packed',
    name: 'redirects to its images and compresses them',
    permittedBy: 'I10, RFC 9110 sections 8.4 and 15.4',
    areas: ['images'],
    alterations: () => movedPictures,
  },
  {
    id: 'images-elsewhere',
    name: 'serves its images from another host',
    permittedBy: 'I11',
    areas: ['images'],
    alterations: replies(picturesElsewhere),
  },
  {
    id: 'images-members-in-opposite-order',
    name: 'writes members in reverse order, has a clock that is an hour fast, and counts more kinds of tokens',
    permittedBy: 'G1, I12',
    areas: ['images'],
    alterations: replies(fastClockAndMoreCounts, inOppositeOrder),
  },
  {
    id: 'images-escaped-slashes',
    name: 'writes JSON over many lines and escapes every slash of URLs and base64',
    permittedBy: 'G14, RFC 8259 section 7',
    areas: ['images'],
    alterations: replies(withSlashesEscaped),
  },
  {
    id: 'images-signed-addresses',
    name: 'signs image URLs in their query, and writes scheme and host in capitals',
    permittedBy: 'I10, RFC 3986 section 6.2.2.1',
    areas: ['images'],
    alterations: replies(signedAddresses),
  },
  {
    id: 'images-gifs',
    name: 'returns GIFs, which the suite does not decode',
    permittedBy: 'I10',
    areas: ['images'],
    alterations: () => ({ alter: gifsInBase64, alterPicture: asGif }),
  },
  {
    id: 'images-unknown-members',
    name: 'adds unknown members to every object',
    permittedBy: 'G1',
    areas: ['images'],
    alterations: replies(unknownMembers),
  },
  {
    id: 'images-encoded-in-chunks',
    name: 'alternates content codings, sends bodies in chunks, and writes header names in capitals',
    permittedBy: 'RFC 9110 sections 5.1 and 8.4, RFC 9112 section 7.1',
    areas: ['images'],
    alterations: () => ({
      alter: composed(encodes('gzip', 'br', 'deflate', 'identity'), chunked(1000), inCapitals),
      alterPicture: (reply) => inCapitals(chunked(1000)(encoded('gzip')(reply))),
    }),
  },
  {
    id: 'images-202-as-vendor-json',
    name: 'returns 202, declares replies as vendor JSON and errors as problem JSON',
    permittedBy: 'G3, G14, I1',
    areas: ['images'],
    alterations: replies(
      succeedsWith(202),
      declaresJson('application/problem+json', ({ status }) => status >= 400),
      declaresJson('Application/Vnd.Gateway+JSON;v=2', ({ status }) => status < 400),
    ),
  },
  {
    id: 'images-busy',
    name: 'is busy from time to time',
    permittedBy: 'G10, G11, G12',
    areas: ['images'],
    alterations: busyNowAndThen,
  },
  {
    id: 'images-connection-lost',
    name: 'drops the connection in the middle of every seventh reply',
    permittedBy: 'G11',
    areas: ['images'],
    alterations: breaksOff(7),
  },
]
export default variants
