import type { Endpoint } from '../conformance/core/model/vocabulary.ts'
import { isObject, type Members } from '../schemas/json.ts'
import type { IncomingRequest } from './incoming-request.ts'
import { isRaw, type Reply, type ReplyEvent } from './reply.ts'

/** The changes that a fault or a variant makes to responses. */
export interface Alterations {
  /** Alters the reply. It gets every reply of the server's routes, including rejections. */
  readonly alter?: (reply: Reply, request: IncomingRequest) => Reply
  /** Alters the response to a GET of a picture. `address` is its path with the query. */
  readonly alterPicture?: (reply: Reply, address: string) => Reply
}

/** A change to replies. */
export interface Alteration {
  (reply: Reply, request: IncomingRequest): Reply
  /** The operations whose replies it alters; absent if unknown. */
  readonly on?: readonly Endpoint[]
}

/** A change to a JSON object. */
export type Change = (members: Members, request: IncomingRequest) => unknown

/** Alters the replies of some operations only. */
export function only(on: readonly Endpoint[], alteration: Alteration): Alteration {
  const limited = (reply: Reply, request: IncomingRequest): Reply =>
    on.includes(request.endpoint) ? alteration(reply, request) : reply
  return Object.assign(limited, { on })
}

/** Alters the JSON of successful replies. */
export function inReply(endpoint: Endpoint, change: Change): Alteration {
  return onSuccess(endpoint, (reply, request) => withJson(reply, request, change))
}

/** Alters the JSON of rejections. */
export function inError(endpoints: readonly Endpoint[], change: Change): Alteration {
  return onError(endpoints, (reply, request) => withJson(reply, request, change))
}

/** Replaces rejections with another reply. */
export function onError(endpoints: readonly Endpoint[], alteration: Alteration): Alteration {
  return only(endpoints, (reply, request) => (reply.status >= 400 ? alteration(reply, request) : reply))
}

/** Replaces successful replies with another one. */
export function onSuccess(on: Endpoint | readonly Endpoint[], alteration: Alteration): Alteration {
  return only([on].flat(), (reply, request) => (reply.status < 300 ? alteration(reply, request) : reply))
}

/** Alters the order or the number of the events in a stream. */
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

/** Alters the payload of each event in a stream. Payloads that are not objects stay unchanged. */
export function inPayloads(endpoint: Endpoint, change: Change): Alteration {
  return inStream(endpoint, (events, request) =>
    events.map((event) => (isPayload(event.data) ? { ...event, data: change(event.data, request) } : event)),
  )
}

/** An event of the reference server, with data of a known type. */
export interface SentEvent<Data> {
  readonly event?: string
  readonly data: Data
}

/**
 * Alters the events of any stream. `Data` is the type of the data that the reference server sends in the areas of the
 * variant.
 */
export function inStreams<Data = unknown>(
  change: (events: readonly SentEvent<Data>[], request: IncomingRequest) => readonly ReplyEvent[],
): Alteration {
  return (reply, request) => {
    if (reply.body.kind !== 'events') return reply
    const sent = reply.body.events.map((event) => ({ ...event, data: plainJson(event.data) as Data }))
    return { ...reply, body: { kind: 'events', events: change(sent, request) } }
  }
}

/** Replaces each event of any stream with any number of events. */
export function inEachEvent<Data>(
  change: (event: SentEvent<Data>, request: IncomingRequest) => readonly ReplyEvent[],
): Alteration {
  return inStreams<Data>((events, request) => events.flatMap((event) => change(event, request)))
}

/** Alters JSON bodies of any shape. */
export function inJson(change: (json: unknown, request: IncomingRequest) => unknown): Alteration {
  return (reply, request) => {
    if (reply.body.kind !== 'json') return reply
    const value = change(plainJson(reply.body.value), request)
    return JSON.stringify(value) === JSON.stringify(reply.body.value)
      ? reply
      : { ...reply, body: { kind: 'json', value } }
  }
}

/**
 * Alters the JSON of all successful replies. `Body` is the type that the reference server sends in the areas of the
 * variant.
 */
export function inReplies<Body>(change: (body: Body, request: IncomingRequest) => unknown): Alteration {
  const changed = inJson((json, request) => change(json as Body, request))
  return (reply, request) => (reply.status < 300 ? changed(reply, request) : reply)
}

/** Alters the JSON of all rejections. */
export function inErrors<Body = Members>(change: (body: Body, request: IncomingRequest) => unknown): Alteration {
  const changed = inJson((json, request) => change(json as Body, request))
  return (reply, request) => (reply.status < 300 ? reply : changed(reply, request))
}

/** Applies several alterations in order. */
export function composed(...alterations: readonly Alteration[]): Alteration {
  return (reply, request) => alterations.reduce((altered, alteration) => alteration(altered, request), reply)
}

/** Returns JSON as a client parses it: without members that are undefined. */
function plainJson(value: unknown): unknown {
  return isRaw(value) ? value : JSON.parse(JSON.stringify(value))
}

function isPayload(data: unknown): data is Members {
  return isObject(data) && !isRaw(data)
}

function withJson(reply: Reply, request: IncomingRequest, change: Change): Reply {
  if (reply.body.kind !== 'json' || !isObject(reply.body.value)) return reply
  return { ...reply, body: { kind: 'json', value: change(reply.body.value, request) } }
}

export function withoutMember(name: string): Change {
  return ({ [name]: _, ...rest }) => rest
}

/** Returns a change that sets members. */
export function having(members: Members): Change {
  return (value) => ({ ...value, ...members })
}

/** Sets the member at a JSON pointer if its owner is an object. Removes it if the value is `undefined`. */
export function setting(pointer: string, value: unknown): Change {
  const owners = pointer.split('/').slice(1)
  const name = owners.pop() ?? ''
  const change = value === undefined ? withoutMember(name) : having({ [name]: value })
  return owners.reduceRight((inner, owner) => within(owner, inner), change)
}

/** Applies a change to the member `name` if it is an object. */
export function within(name: string, change: Change): Change {
  return (value, request) => (isObject(value[name]) ? { ...value, [name]: change(value[name], request) } : value)
}

/** Applies a change to each object in the list `name`. */
export function each(name: string, change: Change): Change {
  return (value, request) => {
    const list = value[name]
    return Array.isArray(list)
      ? { ...value, [name]: list.map((item) => (isObject(item) ? change(item, request) : item)) }
      : value
  }
}

/** Applies a change to objects that satisfy a condition. */
export function where(isSuch: (members: Members, request: IncomingRequest) => boolean, change: Change): Change {
  return (value, request) => (isSuch(value, request) ? change(value, request) : value)
}

/** Applies several changes in order. */
export function all(...changes: readonly Change[]): Change {
  return (value, request) =>
    changes.reduce<unknown>((changed, change) => (isObject(changed) ? change(changed, request) : changed), value)
}

/**
 * Makes an alteration that uses words of the previous request. For repeated calls with the same request, the words stay
 * the same.
 */
export function mixing(
  wordsOf: (request: IncomingRequest) => string,
  withWords: (words: string) => Alteration,
): Alteration {
  let last = ''
  const before = new WeakMap<IncomingRequest, string>()
  const mixed = (reply: Reply, request: IncomingRequest): Reply => {
    const words = before.get(request) ?? last
    if (!before.has(request)) last = wordsOf(request) || last
    before.set(request, words)
    return withWords(words)(reply, request)
  }
  const { on } = withWords('')
  return on === undefined ? mixed : only(on, mixed)
}

export function altered(reply: Reply, request: IncomingRequest, all: readonly Alterations[]): Reply {
  return all.reduce((current, { alter }) => alter?.(current, request) ?? current, reply)
}

/** Returns the response to a GET of a picture after these alterations. */
export function alteredPicture(reply: Reply, address: string, all: readonly Alterations[]): Reply {
  return all.reduce((current, { alterPicture }) => alterPicture?.(current, address) ?? current, reply)
}
