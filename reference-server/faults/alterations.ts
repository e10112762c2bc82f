import type { Endpoint } from '../../conformance/model/vocabulary.ts'
import type { IncomingRequest } from '../incoming-request.ts'
import { isObject } from '../model/loose.ts'
import { bytes, isRaw, type Reply, type ReplyEvent } from '../reply.ts'
import type { Fault } from './fault.ts'

/** How a fault breaks a reply. */
export interface Alteration {
  (reply: Reply, request: IncomingRequest): Reply
  /** The operations whose replies it breaks; left out, nothing is known of them. */
  readonly on?: readonly Endpoint[]
}

/** A JSON object of a reply. */
export type Members = Readonly<Record<string, unknown>>

/** How a fault breaks a JSON object. */
export type Change = (members: Members, request: IncomingRequest) => unknown

/** Breaks the replies of some operations only. */
export function only(on: readonly Endpoint[], alteration: Alteration): Alteration {
  const limited = (reply: Reply, request: IncomingRequest): Reply =>
    on.includes(request.endpoint) ? alteration(reply, request) : reply
  return Object.assign(limited, { on })
}

/** Breaks the JSON of successful replies. */
export function inReply(endpoint: Endpoint, change: Change): Alteration {
  return onSuccess(endpoint, (reply, request) => withJson(reply, request, change))
}

/** Breaks the JSON of rejections. */
export function inError(endpoints: readonly Endpoint[], change: Change): Alteration {
  return onError(endpoints, (reply, request) => withJson(reply, request, change))
}

/** Puts another reply in the place of rejections. */
export function onError(endpoints: readonly Endpoint[], alteration: Alteration): Alteration {
  return only(endpoints, (reply, request) => (reply.status >= 400 ? alteration(reply, request) : reply))
}

/** Puts another reply in the place of successful ones. */
export function onSuccess(endpoint: Endpoint, alteration: Alteration): Alteration {
  return only([endpoint], (reply, request) => (reply.status < 300 ? alteration(reply, request) : reply))
}

/** Breaks the order or number of a stream's events. */
export function inStream(
  endpoint: Endpoint,
  change: (events: readonly ReplyEvent[], request: IncomingRequest) => readonly ReplyEvent[],
): Alteration {
  return only([endpoint], (reply, request) =>
    reply.body.kind === 'events'
      ? { ...reply, body: { kind: 'events', events: change(reply.body.events, request) } }
      : reply,
  )
}

/** Breaks the payload of a stream's events, one by one. What is not an object is left alone. */
export function inPayloads(endpoint: Endpoint, change: Change): Alteration {
  return inStream(endpoint, (events, request) =>
    events.map((event) => (isPayload(event.data) ? { ...event, data: change(event.data, request) } : event)),
  )
}

function isPayload(data: unknown): data is Members {
  return isObject(data) && !isRaw(data)
}

function withJson(reply: Reply, request: IncomingRequest, change: Change): Reply {
  if (reply.body.kind !== 'json' || !isObject(reply.body.value)) return reply
  return { ...reply, body: { kind: 'json', value: change(reply.body.value, request) } }
}

/** The same JSON in UTF-16, declared as that. */
export function inUtf16(reply: Reply): Reply {
  if (reply.body.kind !== 'json') return reply
  const text = Buffer.from(`\ufeff${JSON.stringify(reply.body.value)}`, 'utf16le')
  return bytes(reply.status, 'application/json; charset=utf-16le', text)
}

/** The object without a member. */
export function without(name: string): Change {
  return ({ [name]: _, ...rest }) => rest
}

/** The object with some members changed. */
export function having(members: Members): Change {
  return (value) => ({ ...value, ...members })
}

/** A change inside the member `name`, where that is an object. */
export function within(name: string, change: Change): Change {
  return (value, request) => (isObject(value[name]) ? { ...value, [name]: change(value[name], request) } : value)
}

/** A change of each object in the list `name`. */
export function each(name: string, change: Change): Change {
  return (value, request) => {
    const list = value[name]
    return Array.isArray(list)
      ? { ...value, [name]: list.map((item) => (isObject(item) ? change(item, request) : item)) }
      : value
  }
}

/** A change only where the object is such. */
export function where(isSuch: (members: Members, request: IncomingRequest) => boolean, change: Change): Change {
  return (value, request) => (isSuch(value, request) ? change(value, request) : value)
}

/** Several changes, one after the other. */
export function all(...changes: readonly Change[]): Change {
  return (value, request) => changes.reduce<unknown>((so, change) => (isObject(so) ? change(so, request) : so), value)
}

/** A fault that breaks replies, on the operations that its alteration is of. */
export function breaking(id: string, breaks: Fault['breaks'], alter: Alteration): Fault {
  return { id, breaks, alter, ...(alter.on === undefined ? {} : { on: alter.on }) }
}
