import { isSuccess } from '../../../../core/model/observation.ts'
import type { ExchangeFact } from '../../exchange-fact.ts'
import { areaOfFailure, type Failure, type ShownViolation } from './failure.ts'

/** The context of a failure beyond its exchange. */
export interface FailureContext {
  /** The operations that accepted any request. */
  readonly serving: ReadonlySet<string>
  /** The operations that accepted a request with only the required members. */
  readonly servingPlain: ReadonlySet<string>
}

/** A violation whose kind of cause is sought. */
export type Ask = ShownViolation & {
  readonly failure: Failure
  readonly ground: FailureContext
  readonly fact: ExchangeFact
}

/** Distinguishes causes of one kind. */
export interface CauseSubject {
  /** Part of the cause's id. */
  readonly of?: string
  /** Distinguishes further if `of` does not suffice. */
  readonly also?: string
}

/**
 * Returns the form of a successful body that is not that of the operation; `undefined` if it is. Ignores transcript
 * requirements: a failure across several replies is not about the form of one of them.
 */
export function replyForm(ask: Ask): ({ readonly kind: string } & CauseSubject) | undefined {
  const { finding, fact, failure, ground } = ask
  const { form, streams, dialect, isComplete, responseClass, isRecognised, operation } = fact
  const another = (of: string) => ({ kind: 'reply-of-another-kind', of })
  if (!isSuccess(fact.status) || !isComplete || responseClass === 'errored' || isTaken(ask)) return undefined
  if (form === 'html') return another('html')
  if (operation === undefined || failure.ruling.requirement.kind === 'transcript') return undefined
  if (form === 'events' && dialect !== undefined) return another(dialect)
  if (!streams && form === 'events' && fact.isChoiceBroken !== true)
    return isAboutForm(finding, failure) ? { kind: 'json-as-stream' } : undefined
  if (isRecognised) return undefined
  if (form === 'text' || form === 'bytes' || form === 'empty') return another(form)
  const isRejection = fact.broken.length > 0 || isWrongKey(fact)
  if (isRejection && form === 'json' && ground.serving.has(operation)) return undefined
  if (dialect !== undefined) return another(dialect)
  if (streams && form === 'json') return { kind: 'stream-as-json' }
  return responseClass === 'unrecognised' ? another('unknown') : undefined
}

/**
 * Returns whether a failure is about the form of a stream that was not asked for. Its events were read as well, so a
 * failure of their content remains if one JSON body has the same content.
 */
function isAboutForm({ at }: Ask['finding'], { ruling }: Failure): boolean {
  return ruling.requirement.dimension === 'stream' || at?.in === 'header' || at?.in === 'body'
}

/** Returns whether a request has no valid key. */
export function isWrongKey({ credential }: ExchangeFact): boolean {
  return credential === 'missing' || credential === 'invalid' || credential === 'not-bearer'
}

/**
 * Returns the status of a valid request that was not accepted and that the failure is about, `silence` for no response;
 * `undefined` for another failure.
 */
export function unservedStatus({ finding, fact, failure }: Ask): string | undefined {
  if (fact.broken.length > 0 || fact.credential !== 'valid' || fact.responseClass === 'accepted') return undefined
  if (failure.ruling.requirement.kind !== 'acceptance' && finding.at?.in !== 'status') return undefined
  if (isSuccess(fact.status)) return undefined
  return fact.status === undefined ? 'silence' : String(fact.status)
}

/** Returns whether a valid request was denied for its key. If the operation serves the key, something else was rejected. */
export function isKeyRejected({ fact, failure, ground }: Ask): boolean {
  const isAboutContent =
    failure.ruling.requirement.kind === 'acceptance' &&
    fact.operation !== undefined &&
    ground.serving.has(fact.operation)
  return fact.responseClass === 'denied' && !isAboutContent
}

/**
 * Returns whether a request was rejected for something in it. If other requests without optional members are accepted,
 * it is a value.
 */
export function isOfContent({ fact, ground }: Ask): boolean {
  return !fact.isPlain || (fact.operation !== undefined && ground.servingPlain.has(fact.operation))
}

/** Masks the values in a message, since values that differ between requests say nothing about the reason. */
export function withoutValues(said: string): string {
  return said.replaceAll(/"[^"]*"|'[^']*'|\d+/g, '…').toLowerCase()
}

export function isAboutRejection({ failure: { ruling }, finding, fact }: Ask): boolean {
  const { requirement } = ruling
  if (fact.broken.length === 0) return false
  if (requirement.kind === 'rejection' || finding.at?.in === 'status') return true
  return requirement.kind === 'exchange' && requirement.needsControlRequest === true
}

/**
 * Returns whether an invalid request was accepted: it got a valid reply, or one of the form that all valid requests of the
 * operation get. Repairing that form does not make it a rejection.
 */
export function isTaken(ask: Ask): boolean {
  const { responseClass, operation } = ask.fact
  if (!isAboutRejection(ask) || responseClass === 'accepted') return isAboutRejection(ask)
  const isOfRule = ask.failure.ruling.requirement.kind === 'rejection' && responseClass === 'unrecognised'
  return isOfRule && operation !== undefined && !ask.ground.serving.has(operation)
}

/** Returns the member of the request that its first violated rule is about: the outermost one within the body. */
export function invalidMember({ broken: [first] }: ExchangeFact): string {
  const [part = 'request', name] = (first?.pointer ?? '').split('/').slice(1)
  return name ?? part
}

/** Returns the member of a reply or error that a violation is about: `/usage/input_tokens` is about `usage`. */
export function memberOfReply({ finding: { at }, fact, failure }: Ask): string | undefined {
  if (at === undefined || !('pointer' in at) || at.in === 'request') return undefined
  const names = (at.pointer ?? '').split('/').filter((step) => step !== '' && !/^\d+$/.test(step))
  const name = names.at(-2) ?? names.at(-1)
  return name && `${areaOfFailure(failure)}-${isSuccess(fact.status) ? 'reply' : 'error'}-${name}`
}

/** Returns whether an event of a stream is out of order. That is a defect of its own, whether or not the stream ends. */
export function isOutOfOrder({ finding: { departure, at }, fact, failure }: Ask): boolean {
  if (!isSuccess(fact.status) || !fact.streams || failure.ruling.requirement.dimension !== 'stream') return false
  if (departure?.event !== undefined) return true
  return fact.isComplete && departure === undefined && at?.in === 'event' && at.pointer === undefined
}

/** Returns whether a reply broke off, although nothing in it is out of order. */
export function isBrokenOff({ fact, finding, failure }: Ask): boolean {
  if (!isSuccess(fact.status)) return false
  if (fact.streams && !fact.isComplete && fact.isTooLarge !== true) return true
  const isUnserved = fact.broken.length === 0 && fact.credential === 'valid' && fact.responseClass === 'busy'
  return isUnserved && (failure.ruling.requirement.kind === 'acceptance' || finding.at?.in === 'status')
}

/** Returns whether a complete stream lacks its last event. */
export function isWithoutEnd({ finding: { departure }, fact }: Ask): boolean {
  const isWhole = isSuccess(fact.status) && fact.streams && fact.isComplete
  return isWhole && departure !== undefined && departure.event === undefined
}
