import type { Endpoint } from '../../../conformance/core/model/vocabulary.ts'
import type { Members } from '../../../schemas/json.ts'
import { type Alteration, type Change, each, inReply, only, where } from '../../alterations.ts'
import type { Reply } from '../../reply.ts'
import { breaking, type Fault } from '../fault.ts'

export const imageEndpoints: readonly Endpoint[] = ['images.generate', 'images.edit', 'images.variation']

/** Alters the JSON of successful image responses. */
export function inImageReplies(change: Change, endpoints = imageEndpoints): Alteration {
  return only(endpoints, (reply, request) => inReply(request.endpoint, change)(reply, request))
}

/** Makes a fault in the JSON of successful image responses. */
export function inImages(id: string, breaks: Fault['breaks'], change: Change, endpoints = imageEndpoints): Fault {
  return breaking(id, breaks, inImageReplies(change, endpoints))
}

export function inEachImage(id: string, breaks: Fault['breaks'], change: Change, endpoints = imageEndpoints): Fault {
  return inImages(id, breaks, each('data', change), endpoints)
}

/** Changes the base64 of image objects that have it. */
export function ofBase64(change: (text: string) => unknown): Change {
  return where(
    ({ b64_json }) => typeof b64_json === 'string',
    (image) => ({ ...image, b64_json: change(String(image['b64_json'])) }),
  )
}

/** Changes the address of image objects that have one. */
export function ofUrl(change: (url: string) => unknown): Change {
  return where(hasUrl, (image) => ({ ...image, url: change(String(image['url'])) }))
}

export function hasUrl({ url }: Members): boolean {
  return typeof url === 'string'
}

/** Alters the replies with one status on the image endpoints. */
export function onStatus(status: number, alter: (reply: Reply) => Reply): Alteration {
  return only(imageEndpoints, (reply) => (reply.status === status ? alter(reply) : reply))
}
