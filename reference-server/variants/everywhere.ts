import type { Endpoint } from '../../conformance/core/model/vocabulary.ts'
import { isObject } from '../../schemas/json.ts'
import { type Alteration, type Alterations, inErrors, inJson, inStreams } from '../alterations.ts'
import type { ErrorBody } from '../errors.ts'
import { bytes, jsonReply, type Reply } from '../reply.ts'
import { withCutBody, withHeaders } from '../transport-alterations.ts'
import { identityOf, startNumbering } from './variant.ts'

/** Members with arbitrary data of the model or the client, in which an added member would have a meaning. */
const data = new Set(['args', 'input', 'response', 'model_limits', 'partial_json'])

function withUnknown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknown)
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([name, member]) => [name, data.has(name) ? member : withUnknown(member)])
  return { x_unknown: { by: 'the document' }, ...Object.fromEntries(members), 'X-Nothing': null }
}

/** Adds unknown members to every object of a body. */
export const unknownMembers = inJson(withUnknown)

/** Adds unknown members to every object of an event. */
export const unknownMembersInStreams = inStreams((events) =>
  events.map((event) => ({ ...event, data: withUnknown(event.data) })),
)

/** Adds events of unknown types first, last and between others. */
export const unknownEvents = inStreams((events, { endpoint }) => {
  const own = endpoint === 'messages.stream' ? { type: 'vendor_notice', note: 'busy day' } : { note: 'busy day' }
  const notice = { event: endpoint === 'messages.stream' ? 'vendor_notice' : 'notice', data: own }
  return [notice, ...events.flatMap((event) => [event, notice])]
})

/** Reverses the members of objects at every depth. */
export const inOppositeOrder = inJson(reversed)

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (!isObject(value)) return value
  const members = Object.entries(value).toReversed()
  return Object.fromEntries(members.map(([name, member]) => [name, reversed(member)]))
}

/** Writes error messages in another language. */
export const localised = inErrors<ErrorBody>((body) =>
  'error' in body ? { ...body, error: { ...body.error, message: 'リクエストが正しくありません。' } } : body,
)

/** Is busy for every fourth request. Answers with a 429 or 503 of section 7, an empty 503, or the page of a proxy. */
export function busyNowAndThen(): Alterations {
  const numberOf = startNumbering()
  const busy = (reply: Reply, identity: string, endpoint?: Endpoint): Reply => {
    const number = numberOf(identity)
    return number === 0 || number % 4 !== 0 ? reply : busyReply((number / 4) % 4, endpoint)
  }
  return {
    alter: (reply, request) => busy(reply, identityOf(request), request.endpoint),
    alterPicture: (reply, address) => busy(reply, address),
  }
}

function busyReply(kind: number, endpoint: Endpoint | undefined): Reply {
  const later = withHeaders({ 'retry-after': '0' })
  if (kind === 0) return later(bytes(503, 'text/plain', ''))
  if (kind === 1) return later(bytes(429, 'text/html', '<p>Later</p>'))
  const [status, word, type] =
    kind === 2
      ? ([429, 'RESOURCE_EXHAUSTED', 'rate_limit_error'] as const)
      : ([503, 'UNAVAILABLE', 'overloaded'] as const)
  return later(jsonReply(status, errorIn(endpoint, status, word, type)))
}

/** Breaks the connection in the middle of one in `every` responses, but never twice for the same request. */
export function breaksOff(every: number): () => Alterations {
  return () => {
    const numberOf = startNumbering()
    const broken = (reply: Reply, identity: string): Reply => {
      const number = numberOf(identity)
      return number === 0 || number % every !== 0 ? reply : withCutBody(reply)
    }
    return {
      alter: (reply, request) => broken(reply, identityOf(request)),
      alterPicture: broken,
    }
  }
}

/** Rejects all requests that the interpretations leave unspecified. */
export const rejectsOpen: Alteration = (reply, { validation, endpoint }) =>
  validation.open.length === 0
    ? reply
    : jsonReply(400, errorIn(endpoint, 400, 'INVALID_ARGUMENT', 'invalid_request_error'))

export function errorIn(endpoint: Endpoint | undefined, status: number, word: string, type: string): unknown {
  const message = 'Not now.'
  if (endpoint?.startsWith('content')) return { error: { code: status, message, status: word } }
  if (endpoint?.startsWith('messages')) return { error: { type, message, code: word.toLowerCase() } }
  return endpoint === 'usage.token' ? { success: false, message } : { error: { message } }
}
