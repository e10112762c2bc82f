import { emptyValidation, mostViolations, type Validation, validate } from '../../../../schemas/index.ts'
import { isObject, onlyItem } from '../../../../schemas/json.ts'
import { type Credential, credentialOf } from '../../../core/model/credential.ts'
import type { EventStream } from '../../../core/model/events.ts'
import { type Exchange, isCaptured, withoutPart } from '../../../core/model/exchange.ts'
import {
  busyStatuses,
  denialStatuses,
  isSuccess,
  type Observation,
  type RequestReading,
  type ResponseClass,
} from '../../../core/model/observation.ts'
import type { Operation } from '../../../core/model/operation.ts'
import { isPlaceholderId } from '../../../core/text/placeholder.ts'
import { isAnsweredByEvents, type ReadAs, readBody } from './read-body.ts'
import { asReadable, isEncodedRequest } from './readable.ts'
import { hasOneOf, isChoiceBroken, isRecognised } from './recognition.ts'

/** Returns the facts about an exchange that all requirements share; `undefined` if no operation matches the request. */
export function observe(operations: readonly Operation[], exchange: Exchange): Observation | undefined {
  const readable = asReadable(exchange)
  const operation = operations.find((candidate) => candidate.matches(readable.request))
  if (operation === undefined) return undefined
  const streaming = streamingBeside(operations, operation)
  return observeAs(asAnswered(operations, operation, readable), readable, isEncodedRequest(exchange), streaming)
}

/** Returns the operation that is chosen on the same path for an event stream; `undefined` if there is none. */
function streamingBeside(operations: readonly Operation[], { chosenBy, area }: Operation): Operation | undefined {
  if (chosenBy === undefined) return undefined
  return operations.find((one) => one.streams && one.chosenBy === chosenBy && one.area === area)
}

/**
 * Returns the operation of a request. If only the body distinguishes two operations, and it was not captured, the form
 * of the response does.
 */
function asAnswered(operations: readonly Operation[], matching: Operation, exchange: Exchange): Operation {
  if (matching.chosenBy === undefined || isCaptured(exchange, 'request-body')) return matching
  const streams = isSuccess(exchange.response?.status) && isAnsweredByEvents(exchange)
  const others = operations.filter(({ chosenBy, area }) => chosenBy !== undefined && area === matching.area)
  return others.find((operation) => operation.streams === streams) ?? matching
}

function observeAs(
  operation: Operation,
  readable: Exchange,
  isEncoded: boolean,
  streaming: Operation | undefined,
): Observation {
  const status = readable.response?.status
  const isStream = isAnsweredByEvents(readable)
  const { complete, unread, bytes, json, charset, stream } = readBody(readable, readAs(operation, status, isStream))
  const exchange = withoutReplacedIds(readable, json, stream)
  const recognised = isRecognised({ operation, status, json, stream })
  const request = readRequest(operation, exchange, isEncoded)
  const answering = isStream && isChoiceBroken(operation, request) ? (streaming ?? operation) : operation
  const isServed = recognised || isRecognised({ operation: answering, status, json, stream })
  const reply = replyValidation(operation, status, json)
  const events = eventValidations(operation, stream)
  const seen = {
    exchange,
    operation,
    request,
    responseClass: responseClassOf({
      operation: answering,
      request,
      status,
      complete,
      json,
      stream,
      isRecognised: isServed,
    }),
    status,
    complete,
    body: bytes,
    json,
    isRecognised: recognised,
    isStream,
    stream,
    reply,
    events,
    spoken: spokenIn([reply, ...events]),
  }
  return { ...seen, unread, charset }
}

/**
 * Returns how to read a response. A response other than a success is read as JSON, despite its declared type, and
 * judged as an error.
 */
function readAs({ streams }: Operation, status: number | undefined, isStream: boolean): ReadAs {
  return isSuccess(status) && (isStream || streams) ? 'json and stream' : 'json'
}

function readRequest(operation: Operation, exchange: Exchange, isEncoded: boolean): RequestReading {
  const { request, response } = exchange
  const value = operation.read(request)
  const { request: schema } = operation.schemas
  const reading = schema === undefined ? emptyValidation : validated(operation, schema, value)
  const { violations, open, uses, spoken } = asFarAsCaptured(exceptOpenPlaces(reading, operation, exchange), exchange)
  // The specification does not say whether requests may have a content coding, so their rejection is no violation.
  const isOpen = isEncoded && violations.length === 0 && !isSuccess(response?.status)
  return {
    violations,
    open: isOpen ? [...open, { pointer: '/header/content-encoding', interpretation: 'G16' }] : open,
    uses,
    spoken,
    value,
    readable: operation.method === 'GET' || value.body !== undefined,
    credential: capturedCredential(operation, exchange),
  }
}

/**
 * Removes the violations at places whose value is open. Without its files, a request that was accepted still shows what
 * is accepted; one that was rejected may have been rejected for its files.
 */
function exceptOpenPlaces(reading: Validation, operation: Operation, exchange: Exchange): Validation {
  const { request, lost, response } = exchange
  const isWithoutFiles = lost?.files !== undefined
  const places = operation.openPlaces?.(request, isWithoutFiles) ?? []
  if (places.length === 0) return reading
  const isOpen = ({ pointer }: { readonly pointer: string }) =>
    places.some((place) => pointer === place.pointer || pointer.startsWith(`${place.pointer}/`))
  const isShown = isWithoutFiles && isSuccess(response?.status)
  return {
    ...reading,
    violations: reading.violations.filter((violation) => !isOpen(violation)),
    open: isShown ? reading.open : [...reading.open, ...places],
  }
}

/** Removes the parts that were not captured: a missing part of the request has no violations and no features. */
function asFarAsCaptured(reading: Validation, exchange: Exchange): Validation {
  if (!isCaptured(exchange, 'request-body'))
    return { ...emptyValidation, open: [{ pointer: '', interpretation: 'not captured' }] }
  if (isCaptured(exchange, 'request-headers')) return reading
  return { ...reading, violations: reading.violations.filter(({ pointer }) => !/^\/header(\/|$)/.test(pointer)) }
}

/** Returns the credential; `open` if none is recorded and the headers were not captured. */
function capturedCredential({ credential: form }: Operation, exchange: Exchange): Credential {
  const credential = credentialOf(exchange.request, form)
  const isKnown = credential.kind !== 'missing' || isCaptured(exchange, 'request-headers')
  return isKnown ? credential : { kind: 'open' }
}

export function validated({ validate: own = validate }: Operation, schema: string, value: unknown): Validation {
  return own(schema, value)
}

function replyValidation(operation: Operation, status: number | undefined, json: unknown): Validation {
  if (status === undefined || json === undefined) return emptyValidation
  const { reply, error } = operation.schemas
  const isError = status >= 400 || operation.denies?.(status, json) === true
  const schema = isError ? error : isSuccess(status) ? reply : undefined
  if (schema === undefined) return emptyValidation
  const validation = validated(operation, schema, json)
  return schema === reply ? alsoEnclosed(operation, json, validation) : validation
}

/**
 * Also validates the only item of a list as the reply. The list is a violation, but it must not hide those inside the
 * item (interpretation G13).
 */
function alsoEnclosed(operation: Operation, json: unknown, list: Validation): Validation {
  const { schemas, responseSignature } = operation
  const item = onlyItem(json)
  if (schemas.reply === undefined || item === json || !hasOneOf(item, responseSignature.reply)) return list
  const { violations, spoken } = validated(operation, schemas.reply, item)
  const moved = violations.map((violation) => ({ ...violation, pointer: `/0${violation.pointer}` }))
  return { ...list, violations: [...list.violations, ...moved], spoken: [...list.spoken, ...spoken] }
}

/** Validates events until the maximum number of violations is reached, to bound memory. */
function eventValidations(operation: Operation, stream: EventStream | undefined): readonly Validation[] {
  const { event: schema } = operation.schemas
  if (stream === undefined || schema === undefined) return []
  let reported = 0
  return stream.events.map(({ json }) => {
    if (json === undefined || reported >= mostViolations) return emptyValidation
    const validation = validated(operation, schema, json)
    reported += validation.violations.length
    return validation
  })
}

/**
 * Returns the requirements that the validations applied. If they stopped at the maximum, only those that were violated.
 */
function spokenIn(validations: readonly Validation[]): ReadonlySet<string> {
  const [only] = validations
  if (only !== undefined && validations.length === 1 && only.violations.length < mostViolations)
    return new Set(only.spoken)
  const violations = validations.flatMap((validation) => validation.violations)
  if (violations.length < mostViolations) return new Set(validations.flatMap(({ spoken }) => [...spoken]))
  return new Set(violations.flatMap(({ requirement }) => requirement ?? []))
}

/** The inputs of `responseClassOf`. */
interface Answer {
  readonly operation: Operation
  readonly request: Pick<RequestReading, 'credential' | 'violations'>
  readonly status: number | undefined
  readonly complete: boolean
  readonly json: unknown
  readonly stream: EventStream | undefined
  readonly isRecognised: boolean
}

/** Classifies a response (interpretations G10, G11). */
function responseClassOf(answer: Answer): ResponseClass {
  const { status, complete, json, operation } = answer
  if (status === undefined || busyStatuses.has(status)) return 'busy'
  if (isAboutTheRequest(answer)) return 'rejected'
  if (denialStatuses.has(status) || operation.denies?.(status, json) === true) return 'denied'
  if (status >= 500) return 'failed'
  if (status >= 400) return 'rejected'
  if (status < 200 || status >= 300) return 'strange'
  if (reportsAnError(answer)) return 'errored'
  if (!complete) return 'busy'
  return answer.isRecognised ? 'accepted' : 'unrecognised'
}

/**
 * Returns whether a 401 or 403 is a rejection: the request is invalid and has the valid key (G10). It counts only if
 * its control request is accepted with the same key.
 */
function isAboutTheRequest({ status, request: { credential, violations } }: Answer): boolean {
  return (status === 401 || status === 403) && credential.kind === 'valid' && violations.length > 0
}

/**
 * Returns whether a 2xx stream reports an error. An `error` event means no more than a 503 would (interpretation S2).
 * If events have no types, a first event with an error object means the same (C10).
 */
function reportsAnError({ stream, operation }: Answer): boolean {
  const payloads = (stream?.events ?? []).map(({ json }) => json)
  if (operation.typedEvents === true) return payloads.some((json) => isObject(json) && json['type'] === 'error')
  const [first] = payloads
  return isObject(first) && isObject(first['error'])
}

/** The members that identify a response or a part of it. */
const idMembers: ReadonlySet<string> = new Set(['id', 'responseId'])
/** The depth up to which ids are searched for. Deeper ones are values of tools. */
const deepest = 2
/** The most characters of a placeholder that are shown. */
const shown = 40

/**
 * Returns the exchange without its ids if a recorder replaced them by a placeholder: equal placeholders are no sign of
 * equal ids (interpretation G19). One value for ids of two kinds is a placeholder, too. On the wire, a target that sends
 * `REDACTED` means it.
 */
function withoutReplacedIds(exchange: Exchange, json: unknown, stream: EventStream | undefined): Exchange {
  if (exchange.source !== 'har') return exchange
  const kinds = new Map<string, string>()
  for (const body of [json, ...(stream?.events ?? []).map((event) => event.json)])
    for (const { kind, value } of idsIn(body, '', 0)) {
      const isOfTwoKinds = (kinds.get(value) ?? kind) !== kind
      if (isPlaceholderId(value) || isOfTwoKinds)
        return withoutPart(exchange, 'ids', `replaced by ${value.slice(0, shown)}`)
      kinds.set(value, kind)
    }
  return exchange
}

interface FoundId {
  /** The names of the members that lead to it. */
  readonly kind: string
  readonly value: string
}

function* idsIn(value: unknown, kind: string, depth: number): Generator<FoundId> {
  if (typeof value !== 'object' || value === null || depth > deepest) return
  for (const [name, member] of Object.entries(value)) {
    const own = Array.isArray(value) ? kind : `${kind}/${name}`
    if (typeof member === 'string') {
      if (idMembers.has(name) && !Array.isArray(value)) yield { kind: own, value: member }
    } else yield* idsIn(member, own, depth + 1)
  }
}
