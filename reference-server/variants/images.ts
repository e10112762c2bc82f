import { gzipSync } from 'node:zlib'
import type { ImagesReply } from '../images/answers.ts'
import { busyNowAndThen, unknownMembers } from './quirks/everywhere.ts'
import { inOppositeOrder, inReplies, withSlashesEscaped } from './quirks/json.ts'
import { breaksOff, chunked, declaresJson, encodes, namesHeaders, succeedsWith } from './quirks/transport.ts'
import { connectionLost, type Quirk, type Variant, type VariantReply, type VariantRequest } from './variant.ts'

/** Sends null for every absent member, a revised prompt, milliseconds, and unlisted members. */
const fullOfNulls: Quirk = inReplies<ImagesReply>((json) => ({
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
const alwaysRevised: Quirk = inReplies<ImagesReply>((json) => ({
  ...json,
  created: 0,
  data: json.data.map((image) => ({ ...image, revised_prompt: '' })),
}))

const statuses = [404, 409, 413, 415, 418, 422, 451] as const

/** Rejects with varying 4xx statuses, and with a page, a text or no body. */
const rejectsItsOwnWay: Quirk = (answer, { ordinal }) => {
  if (answer.status < 400) return answer
  const status = answer.status === 401 ? 403 : (statuses[ordinal % statuses.length] ?? 422)
  const body = [Buffer.from('<h1>No</h1>'), Buffer.from('no: "image"'), Buffer.from('')][ordinal % 3] as Buffer
  return {
    status,
    headers: { 'content-type': ['text/html', 'text/plain', 'application/json'][ordinal % 3] ?? '' },
    body,
  }
}

/** Breaks the connection instead of reading a file beyond its limit. */
function cutsUploads({ validation }: VariantRequest): VariantReply | undefined {
  const isTooLarge = validation.violations.some(({ pointer, keyword }) => /bytes/.test(pointer + keyword))
  return isTooLarge ? { status: connectionLost, headers: {}, body: new Uint8Array() } : undefined
}

const isPicture = ({ method, path }: VariantRequest): boolean => method === 'GET' && /\/pictures\//.test(path)

/** Requires a key for pictures. */
function guardsPictures(request: VariantRequest): VariantReply | undefined {
  return isPicture(request) ? { status: 401, headers: {}, body: new Uint8Array() } : undefined
}

/** Redirects each picture to another path of the same origin. */
function movesPictures(request: VariantRequest): VariantReply | undefined {
  if (!isPicture(request) || request.path.startsWith('/moved')) return undefined
  return { status: 307, headers: { location: `/moved${request.path}` }, body: new Uint8Array() }
}
const packsPictures: Quirk = (answer, request) => {
  if (!isPicture(request) || answer.status !== 200) return answer
  const body = gzipSync(answer.body)
  const headers = { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' }
  return { status: 203, headers, body, chunks: [body.subarray(0, 10), body.subarray(10)] }
}

/** Uses URLs of pictures on another host, from which the run may not fetch. */
const picturesElsewhere: Quirk = inReplies<ImagesReply>((json) => ({
  ...json,
  data: json.data.map(({ url, ...image }) =>
    url === undefined ? image : { ...image, url: `https://cdn.example${new URL(url).pathname}` },
  ),
}))

/** Has a clock that is an hour fast, and counts more kinds of tokens than listed. */
const fastClockAndMoreCounts: Quirk = inReplies<ImagesReply>(({ created, usage, ...json }) => ({
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
const signedAddresses: Quirk = inReplies<ImagesReply>((json) => ({
  ...json,
  data: json.data.map(({ url, ...image }) => (url === undefined ? image : { ...image, url: signed(url) })),
}))

function signed(url: string): string {
  const [, scheme = '', host = '', path = ''] = /^(\w+):\/\/([^/]+)(.*)$/.exec(url) ?? []
  return `${scheme.toUpperCase()}://${host.toUpperCase()}${path}?se=2099-01-01T00%3A00%3A00Z&sig=a%2Fb%2B%3D#picture`
}

/** A GIF of one pixel, which this suite does not decode. */
const gif = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')

/** Returns GIFs as base64. */
const gifsInBase64: Quirk = inReplies<ImagesReply>((json) => ({
  ...json,
  data: json.data.map((image) =>
    image.b64_json === undefined ? image : { ...image, b64_json: gif.toString('base64') },
  ),
}))
const gifsAtAddresses: Quirk = (answer, request) =>
  isPicture(request) && answer.status === 200
    ? { ...answer, headers: { 'content-type': 'image/gif' }, body: gif }
    : answer

/** Variants of image replies. */
const variants: readonly Variant[] = [
  {
    id: 'images-full-of-nulls',
    name: 'writes null for every absent image member, milliseconds, more members than listed, and 201',
    permittedBy: 'G1, G3, G5, I9, I12',
    areas: ['images'],
    quirks: [fullOfNulls, succeedsWith(201)],
  },
  {
    id: 'images-refusals-of-its-own',
    name: 'always says how the prompt was revised, and rejects with any 4xx and any body',
    permittedBy: 'I1, I2, 2.4',
    areas: ['images'],
    quirks: [alwaysRevised, rejectsItsOwnWay],
    instead: cutsUploads,
  },
  {
    id: 'images-behind-the-key',
    name: 'serves its images only with a key',
    permittedBy: 'I10',
    areas: ['images'],
    instead: guardsPictures,
  },
  {
    id: 'images-moved-and-packed',
    name: 'redirects to its images and compresses them',
    permittedBy: 'I10, RFC 9110 sections 8.4 and 15.4',
    areas: ['images'],
    instead: movesPictures,
    quirks: [packsPictures],
  },
  {
    id: 'images-elsewhere',
    name: 'serves its images from another host',
    permittedBy: 'I11',
    areas: ['images'],
    quirks: [picturesElsewhere],
  },
  {
    id: 'images-members-in-opposite-order',
    name: 'writes members in the opposite order, has a clock that is an hour fast, and counts more kinds of tokens',
    permittedBy: 'G1, I12',
    areas: ['images'],
    quirks: [fastClockAndMoreCounts, inOppositeOrder],
  },
  {
    id: 'images-escaped-slashes',
    name: 'spreads JSON over many lines and escapes every slash of addresses and base64',
    permittedBy: 'G14, RFC 8259 section 7',
    areas: ['images'],
    quirks: [withSlashesEscaped],
  },
  {
    id: 'images-signed-addresses',
    name: 'signs the URLs of its images in their queries, and spells scheme and host in capitals',
    permittedBy: 'I10, RFC 3986 section 6.2.2.1',
    areas: ['images'],
    quirks: [signedAddresses],
  },
  {
    id: 'images-gifs',
    name: 'returns GIFs, which the suite does not decode',
    permittedBy: 'I10',
    areas: ['images'],
    quirks: [gifsInBase64, gifsAtAddresses],
  },
  {
    id: 'images-unknown-members',
    name: 'adds unknown members to every object',
    permittedBy: 'G1',
    areas: ['images'],
    quirks: unknownMembers.slice(0, 1),
  },
  {
    id: 'images-encoded-in-chunks',
    name: 'encodes bodies in turn, sends them in chunks, and spells header names in capitals',
    permittedBy: 'RFC 9110 sections 5.1 and 8.4, RFC 9112 section 7.1',
    areas: ['images'],
    quirks: [encodes('gzip', 'br', 'deflate', 'identity'), chunked(1000), namesHeaders((name) => name.toUpperCase())],
  },
  {
    id: 'images-202-as-vendor-json',
    name: 'answers 202, declares replies as vendor JSON and errors as problem JSON',
    permittedBy: 'G3, G14, I1',
    areas: ['images'],
    quirks: [
      succeedsWith(202),
      declaresJson('application/problem+json', ({ status }) => status >= 400),
      declaresJson('Application/Vnd.Gateway+JSON;v=2', ({ status }) => status < 400),
    ],
  },
  {
    id: 'images-busy',
    name: 'is busy now and then',
    permittedBy: 'G10, G11, G12',
    areas: ['images'],
    instead: busyNowAndThen,
  },
  {
    id: 'images-connection-lost',
    name: 'loses the connection in the middle of every seventh reply',
    permittedBy: 'G11',
    areas: ['images'],
    quirks: [breaksOff(7)],
  },
]
export default variants
