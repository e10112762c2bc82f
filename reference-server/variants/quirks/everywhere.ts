import { isObject } from '../../../schemas/json.ts'
import type { Quirk, VariantReply, VariantRequest } from '../variant.ts'
import { inErrors, inJson, jsonAnswer } from './json.ts'
import { inStreams } from './streams.ts'

/** Members with arbitrary data of the model or the client, in which an added member would have a meaning. */
const data = new Set(['args', 'input', 'response', 'model_limits', 'partial_json'])

function withUnknown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknown)
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([name, member]) => [name, data.has(name) ? member : withUnknown(member)])
  return { x_unknown: { by: 'the document' }, ...Object.fromEntries(members), 'X-Nothing': null }
}

/** Adds unknown members to every object of every body and event. */
export const unknownMembers: readonly Quirk[] = [
  inJson(withUnknown),
  inStreams((events) => events.map(({ json, ...event }) => ({ ...event, json: withUnknown(json) }))),
]

/** Adds events of unknown types first, last and between others. */
export const unknownEvents: Quirk = inStreams((events, { endpoint }) => {
  const own = endpoint === 'messages.stream' ? { type: 'vendor_notice', note: 'busy day' } : { note: 'busy day' }
  const notice = { event: endpoint === 'messages.stream' ? 'vendor_notice' : 'notice', json: own }
  return [notice, ...events.flatMap((event) => [event, notice])]
})

/** Writes error messages in another language. */
export const localised: Quirk = inErrors((body, { endpoint }) => {
  if (endpoint === undefined || !('error' in body)) return body
  return { ...body, error: { ...body.error, message: 'リクエストが正しくありません。' } }
})

/**
 * Is busy from time to time, but never twice for the same request. Answers with a 429 or 503 of section 7, an empty
 * 503, or the page of a proxy.
 */
export function busyNowAndThen({ firstTime, endpoint }: VariantRequest): VariantReply | undefined {
  if (firstTime === 0 || firstTime % 4 !== 0) return undefined
  const at = (firstTime / 4) % 4
  const headers = { 'retry-after': '0' }
  if (at === 0) return { status: 503, headers, body: Buffer.from('') }
  if (at === 1)
    return { status: 429, headers: { ...headers, 'content-type': 'text/html' }, body: Buffer.from('<p>Later</p>') }
  const [status, word, type] =
    at === 2
      ? ([429, 'RESOURCE_EXHAUSTED', 'rate_limit_error'] as const)
      : ([503, 'UNAVAILABLE', 'overloaded'] as const)
  return jsonAnswer(status, errorIn(endpoint, status, word, type), headers)
}

/** Rejects all requests that the interpretations leave unspecified. */
export function rejectsOpen({ validation, endpoint }: VariantRequest): VariantReply | undefined {
  if (validation.open.length === 0) return undefined
  return jsonAnswer(400, errorIn(endpoint, 400, 'INVALID_ARGUMENT', 'invalid_request_error'))
}

export function errorIn(endpoint: VariantRequest['endpoint'], status: number, word: string, type: string): unknown {
  const message = 'Not now.'
  if (endpoint?.startsWith('content')) return { error: { code: status, message, status: word } }
  if (endpoint?.startsWith('messages')) return { error: { type, message, code: word.toLowerCase() } }
  return endpoint === 'usage.token' ? { success: false, message } : { error: { message } }
}
