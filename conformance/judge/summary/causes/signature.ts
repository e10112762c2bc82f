import { isSuccess } from '../../../model/observation.ts'
import type { ExchangeFact } from '../../exchange-fact.ts'
import type { Failure, ShownViolation } from './failure.ts'

/** The kinds of causes, by what the target did. */
export type CauseKind =
  | 'malformed-response'
  | 'no-authentication'
  | 'status-of-wrong-keys'
  | 'valid-key-rejected'
  | 'operation-absent'
  | 'plain-request-rejected'
  | 'valid-request-rejected'
  | 'rules-not-enforced'
  | 'rule-not-enforced'
  | 'status-of-rejections'
  | 'rejections-in-200'
  | 'rejections-unanswered'
  | 'error-body'
  | 'reply-of-another-kind'
  | 'stream-as-json'
  | 'json-as-stream'
  | 'stream-cut'
  | 'stream-end'
  | 'stream-order'
  | 'no-effect'
  | 'content-type'
  | 'member'
  | 'requirement'
  | 'various'

/** The key by which failed results are grouped: equal signatures belong together. */
export interface Signature {
  readonly kind: CauseKind
  /** Distinguishes causes of the same kind. Part of the cause's id. */
  readonly of?: string
  /** Distinguishes further if `of` does not suffice. */
  readonly also?: string
}

/** The context of a failure beyond its exchange. */
export interface FailureContext {
  /** The operations that accepted any request. */
  readonly serving: ReadonlySet<string>
  /** The operations that accepted a request with only the required members. */
  readonly servingPlain: ReadonlySet<string>
}

type Ask = ShownViolation & { readonly failure: Failure; readonly ground: FailureContext; readonly fact: ExchangeFact }
type Recogniser = (ask: Ask) => Signature | undefined

/** The first that recognises a violation determines its signature. */
const recognisers: readonly Recogniser[] = [
  malformedResponse,
  replyOfAnotherKind,
  wrongKey,
  validUnserved,
  brokenRule,
  errorBody,
  memberWithoutEffect,
  streamTrouble,
  contentType,
  member,
]

/**
 * Assigns a failure the signature that most of its violations have; a tie goes to the first by name. Drops its other
 * violations, since they belong to another cause.
 */
export function signed(failure: Failure, ground: FailureContext): Failure & { readonly signature: Signature } {
  const found = new Map<string, { readonly signature: Signature; readonly shown: ShownViolation[] }>()
  for (const shown of failure.shown) {
    const signature = signatureOfShown(failure, shown, ground)
    const known = found.get(keyOf(signature))
    if (known === undefined) found.set(keyOf(signature), { signature, shown: [shown] })
    else known.shown.push(shown)
  }
  const [most] = [...found].sort(
    ([one, { shown }], [other, next]) => next.shown.length - shown.length || (one < other ? -1 : 1),
  )
  return most === undefined ? { ...failure, signature: ownRequirement(failure) } : { ...failure, ...most[1] }
}

/** Returns the key of a signature. Equal keys belong together. */
export function keyOf({ kind, of = '', also = '' }: Signature): string {
  return `${kind} ${of} ${also}`
}

function signatureOfShown(failure: Failure, { finding, fact }: ShownViolation, ground: FailureContext): Signature {
  if (fact === undefined) return ownRequirement(failure)
  const ask = { finding, fact, failure, ground }
  for (const recognise of recognisers) {
    const found = recognise(ask)
    if (found !== undefined) return found
  }
  return ownRequirement(failure)
}

function ownRequirement({ name }: Failure): Signature {
  return { kind: 'requirement', of: name.requirement }
}

function malformedResponse({ fact: { malformed }, failure }: Ask): Signature | undefined {
  return malformed && { kind: 'malformed-response', of: malformed.id, also: areaOfFailure(failure) }
}

/** Ignores transcript requirements: a failure across several replies is not about the form of one of them. */
function replyOfAnotherKind({ fact, failure, ground }: Ask): Signature | undefined {
  const { form, streams, dialect, isComplete, responseClass, isRecognised, operation } = fact
  if (!isSuccess(fact.status) || !isComplete || responseClass === 'errored') return undefined
  if (form === 'html') return { kind: 'reply-of-another-kind', of: 'html' }
  if (operation === undefined || failure.ruling.requirement.kind === 'transcript') return undefined
  if (form === 'events' && dialect !== undefined) return { kind: 'reply-of-another-kind', of: dialect }
  if (isRecognised) return !streams && form === 'events' ? { kind: 'json-as-stream' } : undefined
  if (form === 'text' || form === 'bytes' || form === 'empty') return { kind: 'reply-of-another-kind', of: form }
  const isRejection = fact.broken.length > 0 || isWrong(fact)
  if (isRejection && form === 'json' && ground.serving.has(operation)) return undefined
  if (dialect !== undefined) return { kind: 'reply-of-another-kind', of: dialect }
  if (streams && form === 'json') return { kind: 'stream-as-json' }
  if (!streams && form === 'events') return { kind: 'json-as-stream' }
  return responseClass === 'unrecognised' ? { kind: 'reply-of-another-kind', of: 'unknown' } : undefined
}

function wrongKey({ finding, fact }: Ask): Signature | undefined {
  if (!isWrong(fact)) return undefined
  if (fact.responseClass === 'accepted') return { kind: 'no-authentication' }
  if (isSuccess(fact.status)) return { kind: 'rejections-in-200' }
  if (fact.status === undefined) return { kind: 'rejections-unanswered' }
  return finding.at?.in === 'status' ? { kind: 'status-of-wrong-keys', of: String(fact.status) } : undefined
}

function isWrong({ credential }: ExchangeFact): boolean {
  return credential === 'missing' || credential === 'invalid' || credential === 'not-bearer'
}

function validUnserved({ finding, fact, failure, ground }: Ask): Signature | undefined {
  if (fact.broken.length > 0 || fact.credential !== 'valid' || fact.responseClass === 'accepted') return undefined
  if (failure.ruling.requirement.kind !== 'acceptance' && finding.at?.in !== 'status') return undefined
  if (isSuccess(fact.status)) return fact.responseClass === 'busy' ? { kind: 'stream-cut' } : undefined
  const status = fact.status === undefined ? 'silence' : String(fact.status)
  // If the operation serves this key, something else in the request was rejected.
  const isAboutContent =
    failure.ruling.requirement.kind === 'acceptance' &&
    fact.operation !== undefined &&
    ground.serving.has(fact.operation)
  if (fact.responseClass === 'denied' && !isAboutContent) return { kind: 'valid-key-rejected', of: status }
  // If other requests without optional members are accepted, a value in this one was rejected.
  const isAboutValue = fact.operation !== undefined && ground.servingPlain.has(fact.operation)
  if (!fact.isPlain || isAboutValue) return rejectedForAReason(fact, failure, status)
  if (['404', '405', '501'].includes(status)) return { kind: 'operation-absent', of: status }
  const { said } = fact
  const isExplained = fact.responseClass === 'rejected' && said !== undefined
  return { kind: 'plain-request-rejected', of: status, ...(isExplained ? { also: withoutValues(said) } : {}) }
}

function rejectedForAReason({ said }: ExchangeFact, failure: Failure, status: string): Signature {
  const what = failure.name.requirement
  if (said === undefined) return { kind: 'valid-request-rejected', of: what }
  return { kind: 'valid-request-rejected', of: `${areaOfFailure(failure)}-${status}`, also: withoutValues(said) }
}

/** Masks the values in a message, since values that differ between requests say nothing about the reason. */
function withoutValues(said: string): string {
  return said.replaceAll(/"[^"]*"|'[^']*'|\d+/g, '…').toLowerCase()
}

function brokenRule({ finding, fact, failure }: Ask): Signature | undefined {
  const [first] = fact.broken
  if (first === undefined) return undefined
  const { status, responseClass } = fact
  if (responseClass === 'errored') return { kind: 'rejections-in-200' }
  if (!isAboutRejection(failure, finding)) return undefined
  if (responseClass === 'accepted')
    return { kind: 'rule-not-enforced', of: `${areaOfFailure(failure)}-${memberIn(first.pointer)}` }
  if (status === undefined || (isSuccess(fact.status) && responseClass === 'busy'))
    return { kind: 'rejections-unanswered' }
  if (isSuccess(fact.status)) return { kind: 'rejections-in-200' }
  return finding.at?.in === 'status' ? { kind: 'status-of-rejections', of: String(status) } : undefined
}

function isAboutRejection({ ruling: { requirement } }: Failure, { at }: ShownViolation['finding']): boolean {
  if (requirement.kind === 'rejection' || at?.in === 'status') return true
  return requirement.kind === 'exchange' && requirement.needsControlRequest === true
}

/** Returns the member of the request that a rule is about: the outermost one within the body. */
function memberIn(pointer: string): string {
  const [part = 'request', name] = pointer.split('/').slice(1)
  return name ?? part
}

function errorBody({ fact }: Ask): Signature | undefined {
  const { status, form, dialect, isRecognised, operation } = fact
  // The address of a picture belongs to no operation.
  if (status === undefined || status < 400 || operation === undefined) return undefined
  if (form !== 'json') return { kind: 'error-body', of: form }
  if (dialect === undefined) return isRecognised ? undefined : { kind: 'error-body', of: 'unknown' }
  return { kind: 'error-body', of: dialect }
}

function streamTrouble({ finding, fact, failure }: Ask): Signature | undefined {
  if (!isSuccess(fact.status) || !fact.streams) return undefined
  const { departure, at } = finding
  const order: Signature = { kind: 'stream-order', of: areaOfFailure(failure), also: failure.name.requirement }
  const isAboutStreams = failure.ruling.requirement.dimension === 'stream'
  // An event out of order is a defect of its own, whether or not the stream ends later.
  if (departure?.event !== undefined && isAboutStreams) return order
  if (!fact.isComplete) return fact.isTooLarge ? undefined : { kind: 'stream-cut' }
  if (departure !== undefined && departure.event === undefined)
    return { kind: 'stream-end', of: areaOfFailure(failure) }
  const isOfOrder = departure !== undefined || (at?.in === 'event' && at.pointer === undefined)
  return isOfOrder && isAboutStreams ? order : undefined
}

/** Groups requirements about the effect of one request member, which fail together if the target ignores it. */
function memberWithoutEffect({ failure }: Ask): Signature | undefined {
  const { effectOf } = failure.ruling.requirement
  return effectOf === undefined ? undefined : { kind: 'no-effect', of: `${areaOfFailure(failure)}-${effectOf}` }
}

function contentType({ finding: { at }, fact, failure }: Ask): Signature | undefined {
  if (at?.in !== 'header' || at.name.toLowerCase() !== 'content-type') return undefined
  const of = isSuccess(fact.status) ? (fact.streams ? 'streams' : 'replies') : 'errors'
  return { kind: 'content-type', of, also: areaOfFailure(failure) }
}

/** Groups requirements about one member: `/usage`, `/usage/input_tokens` and `/message/usage/input_tokens` alike. */
function member({ finding: { at }, fact, failure }: Ask): Signature | undefined {
  if (at === undefined || !('pointer' in at) || at.in === 'request') return undefined
  const names = (at.pointer ?? '').split('/').filter((step) => step !== '' && !/^\d+$/.test(step))
  const name = names.at(-2) ?? names.at(-1)
  if (name === undefined) return undefined
  return { kind: 'member', of: `${areaOfFailure(failure)}-${isSuccess(fact.status) ? 'reply' : 'error'}-${name}` }
}

/** Returns the part of an operation's id before its dot. */
export function areaOfFailure({ name }: Failure): string {
  return name.operation.split('.')[0] ?? name.operation
}
