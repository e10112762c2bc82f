import { gzipSync } from 'node:zlib'
import type { ImagesReply } from '../../images/answers.ts'
import { type Answer, connectionLost, type Quirk, type VariantRequest } from '../variant.ts'
import { inReplies } from './json.ts'

/** Null for every absent member, the prompt always revised, milliseconds, and more members than listed. */
export const fullOfNulls: Quirk = inReplies<ImagesReply>((json) => ({
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
export const alwaysRevised: Quirk = inReplies<ImagesReply>((json) => ({
  ...json,
  created: 0,
  data: json.data.map((image) => ({ ...image, revised_prompt: '' })),
}))

const statuses = [404, 409, 413, 415, 418, 422, 451] as const

/** Rejects with varying 4xx statuses, with a page, a text or no body. */
export const rejectsItsOwnWay: Quirk = (answer, { ordinal }) => {
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
export function cutsUploads({ validation }: VariantRequest): Answer | undefined {
  const isTooLarge = validation.violations.some(({ pointer, keyword }) => /bytes/.test(pointer + keyword))
  return isTooLarge ? { status: connectionLost, headers: {}, body: new Uint8Array() } : undefined
}

const isPicture = ({ method, path }: VariantRequest): boolean => method === 'GET' && /\/pictures\//.test(path)

/** Requires a key for its pictures. */
export function guardsPictures(request: VariantRequest): Answer | undefined {
  return isPicture(request) ? { status: 401, headers: {}, body: new Uint8Array() } : undefined
}

/** Redirects each picture to another path of the same origin. */
export function movesPictures(request: VariantRequest): Answer | undefined {
  if (!isPicture(request) || request.path.startsWith('/moved')) return undefined
  return { status: 307, headers: { location: `/moved${request.path}` }, body: new Uint8Array() }
}
export const packsPictures: Quirk = (answer, request) => {
  if (!isPicture(request) || answer.status !== 200) return answer
  const body = gzipSync(answer.body)
  const headers = { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' }
  return { status: 203, headers, body, chunks: [body.subarray(0, 10), body.subarray(10)] }
}

/** Stores its pictures on another host, which the run may not fetch from. */
export const picturesElsewhere: Quirk = inReplies<ImagesReply>((json) => ({
  ...json,
  data: json.data.map(({ url, ...image }) =>
    url === undefined ? image : { ...image, url: `https://cdn.example${new URL(url).pathname}` },
  ),
}))

/** A clock that is an hour fast, and counts of more kinds of tokens than listed. */
export const fastClockAndMoreCounts: Quirk = inReplies<ImagesReply>(({ created, usage, ...json }) => ({
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

/** Addresses with a signature in their query, a fragment, and their scheme and host in capitals. */
export const signedAddresses: Quirk = inReplies<ImagesReply>((json) => ({
  ...json,
  data: json.data.map(({ url, ...image }) => (url === undefined ? image : { ...image, url: signed(url) })),
}))

function signed(url: string): string {
  const [, scheme = '', host = '', path = ''] = /^(\w+):\/\/([^/]+)(.*)$/.exec(url) ?? []
  return `${scheme.toUpperCase()}://${host.toUpperCase()}${path}?se=2099-01-01T00%3A00%3A00Z&sig=a%2Fb%2B%3D#picture`
}

/** A GIF of one pixel, which this suite does not decode. */
const gif = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')

/** Makes GIFs, in base64 and behind addresses. */
export const gifsInBase64: Quirk = inReplies<ImagesReply>((json) => ({
  ...json,
  data: json.data.map((image) =>
    image.b64_json === undefined ? image : { ...image, b64_json: gif.toString('base64') },
  ),
}))
export const gifsAtAddresses: Quirk = (answer, request) =>
  isPicture(request) && answer.status === 200
    ? { ...answer, headers: { 'content-type': 'image/gif' }, body: gif }
    : answer
