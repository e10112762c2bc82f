import { gzipSync } from 'node:zlib'
import type { ImagesReply } from '../../images/answers.ts'
import { type Answer, type Ask, connectionLost, type Oddity } from '../variant.ts'
import { inReplies } from './json.ts'

/** Null for every member that is not given, the prompt always revised, milliseconds, and more members than listed. */
export const fullOfNulls: Oddity = inReplies<ImagesReply>((json) => ({
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

/** Says with each image how the prompt was revised, although it was not. */
export const alwaysRevised: Oddity = inReplies<ImagesReply>((json) => ({
  ...json,
  created: 0,
  data: json.data.map((image) => ({ ...image, revised_prompt: '' })),
}))

const statuses = [404, 409, 413, 415, 418, 422, 451] as const

/** Refuses with one 4xx or another, with a page, a text or no body at all. */
export const refusesItsOwnWay: Oddity = (answer, { ordinal }) => {
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
export function cutsUploads({ validation }: Ask): Answer | undefined {
  const isTooLarge = validation.violations.some(({ pointer, keyword }) => /bytes/.test(pointer + keyword))
  return isTooLarge ? { status: connectionLost, headers: {}, body: new Uint8Array() } : undefined
}

const isPicture = ({ method, path }: Ask): boolean => method === 'GET' && /\/pictures\//.test(path)

/** Shows its pictures only to those who bring a key. */
export function guardsPictures(ask: Ask): Answer | undefined {
  return isPicture(ask) ? { status: 401, headers: {}, body: new Uint8Array() } : undefined
}

/** Keeps each picture elsewhere on the same origin, compressed, in chunks, and says nothing of its type. */
export function movesPictures(ask: Ask): Answer | undefined {
  if (!isPicture(ask) || ask.path.startsWith('/moved')) return undefined
  return { status: 307, headers: { location: `/moved${ask.path}` }, body: new Uint8Array() }
}
export const packsPictures: Oddity = (answer, ask) => {
  if (!isPicture(ask) || answer.status !== 200) return answer
  const body = gzipSync(answer.body)
  const headers = { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' }
  return { status: 203, headers, body, chunks: [body.subarray(0, 10), body.subarray(10)] }
}

/** Keeps its pictures on a host of their own, which nobody allowed the run to ask. */
export const picturesElsewhere: Oddity = inReplies<ImagesReply>((json) => ({
  ...json,
  data: json.data.map(({ url, ...image }) =>
    url === undefined ? image : { ...image, url: `https://cdn.example${new URL(url).pathname}` },
  ),
}))
