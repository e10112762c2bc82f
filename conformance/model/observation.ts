import type { Validation, Violation } from '../../schemas/index.ts'
import { isAboutTexts } from './awkward.ts'
import type { Credential } from './credential.ts'
import type { EventStream } from './events.ts'
import { type Exchange, isCaptured } from './exchange.ts'
import type { Operation, RequestValue } from './operation.ts'

/**
 * The classes of responses (interpretations G10, G11).
 * - `accepted`: 2xx with a reply that can be recognised as this operation's
 * - `unrecognised`: 2xx with anything else
 * - `rejected`: 4xx, but none of the following
 * - `denied`: 401, 402, 403, or a reply that says so in its body
 * - `errored`: 2xx with an event stream that reports an error (interpretations S2, C10)
 * - `busy`: 408, 425, 429, 502, 503, 504, 529, no answer, or a broken connection
 * - `failed`: any other 5xx
 * - `strange`: 1xx or 3xx as the final status
 */
export type ResponseClass =
  | 'accepted'
  | 'unrecognised'
  | 'errored'
  | 'rejected'
  | 'denied'
  | 'busy'
  | 'failed'
  | 'strange'

/** The statuses of the class `denied`. */
export const denialStatuses: ReadonlySet<number> = new Set([401, 402, 403])

/** The statuses of the class `busy`. A proxy may have sent them (interpretation G12). */
export const busyStatuses: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504, 529])

/** Returns whether a request was accepted, be the reply one of the operation or not. */
export function isLetIn(responseClass: ResponseClass | undefined): boolean {
  return responseClass === 'accepted' || responseClass === 'unrecognised'
}

/** The meaning of a request under the specification. */
export interface RequestReading extends Validation {
  readonly value: RequestValue
  /** True if the body could be read at all; an unreadable one is a violation with the keyword `readable`. */
  readonly readable: boolean
  readonly credential: Credential
  /** All that the request breaks: schema, rules, readability. The credential is judged apart. */
  readonly violations: readonly Violation[]
}

/** An exchange with the facts that every requirement shares. Derived from the exchange alone. */
export interface Observation {
  readonly exchange: Exchange
  readonly operation: Operation
  readonly request: RequestReading
  readonly responseClass: ResponseClass
  /** Absent when no response came. */
  readonly status: number | undefined
  /** True if the response ended by itself, in full. */
  readonly complete: boolean
  /** Why it did not, or why its body cannot be read although it did; absent when all is well. */
  readonly unread?: string
  /** The response body, content-encoding undone; empty when it cannot be undone. */
  readonly body: Uint8Array
  /** The response body as JSON; `undefined` when it is not JSON or is an event stream. */
  readonly json: unknown
  /** Set where the JSON was not UTF-8, and was read by the character set that its content type declares (G14). */
  readonly charset?: string
  /** True if the body is recognised as a reply, a stream or an error of this operation. */
  readonly isRecognised: boolean
  /** True if the response declares itself an event stream. */
  readonly isStream: boolean
  /** The events of a response to a streaming request or with a stream's content type. */
  readonly stream: EventStream | undefined
  /**
   * The result of validating `json` by the schema that applies (reply for 2xx, error for 4xx and 5xx); `unspoken` for
   * streams.
   */
  readonly reply: Validation
  /** The result of validating each event's payload, by index. */
  readonly events: readonly Validation[]
  /** The requirements whose subschemas the reply or one of the events met, kept or broken. */
  readonly spoken: ReadonlySet<string>
}

/**
 * Returns whether a value of a stream was not sent like this: bytes that are not UTF-8 were read as U+FFFD, which has
 * its own finding.
 */
export function isLossy({ stream }: Pick<Observation, 'stream'>, value: unknown): boolean {
  return stream?.malformedUtf8 === true && (JSON.stringify(value) ?? '').includes('\ufffd')
}

/** Returns whether the exchange is a success whose reply can be judged: 2xx and complete. */
export function succeeded(seen: Observation): boolean {
  return isSuccess(seen.status) && seen.complete
}

/** Returns whether that is the status of a success. */
export function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300
}

/**
 * Returns whether the request brings the key. Where nobody recorded all that it brought, only a success shows that it was enough:
 * whatever is said of a request that was let in does not depend on how, and one that was not may have lacked anything.
 */
export function bringsTheKey(seen: Pick<Observation, 'exchange' | 'request' | 'status'>): boolean {
  const { kind } = seen.request.credential
  if (isCaptured(seen.exchange, 'request-headers')) return kind === 'valid' || isElsewhere(seen)
  const isLetIn = seen.status !== undefined && seen.status >= 200 && seen.status < 300
  return isLetIn && (kind === 'valid' || kind === 'open')
}

/**
 * Returns whether the request brings the key alone, in the form of another area. The response shows whether that is
 * accepted.
 */
function isElsewhere({ request: { credential } }: Pick<Observation, 'request'>): boolean {
  return credential.kind === 'open' && credential.elsewhere !== undefined
}

/**
 * Returns whether the request breaks no sentence, uses nothing the interpretations leave open, and brings the key as it was given:
 * its `sk-` counterpart is a matter of its own, and on most endpoints an open one (interpretation T2).
 */
export function isPlainlyValid(seen: Observation): boolean {
  const { violations, open } = seen.request
  return bringsTheKey(seen) && violations.length === 0 && open.every(isAboutTexts)
}
