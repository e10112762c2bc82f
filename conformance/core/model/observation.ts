import type { Validation, Violation } from '../../../schemas/index.ts'
import { isAboutTexts } from './awkward.ts'
import type { Credential } from './credential.ts'
import type { EventStream } from './events.ts'
import { type Exchange, isCaptured } from './exchange.ts'
import type { Operation, RequestValue } from './operation.ts'

/**
 * The classes of responses (interpretations G10, G11):
 *
 * - `accepted`: 2xx with a recognised reply of this operation
 * - `unrecognised`: 2xx with anything else
 * - `errored`: 2xx with an event stream that reports an error (interpretations S2, C10)
 * - `rejected`: any other 4xx
 * - `denied`: 401, 402, 403, or a reply that means this by its body
 * - `busy`: 408, 425, 429, 502, 503, 504, 529, no response, or a broken connection
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

export const denialStatuses: ReadonlySet<number> = new Set([401, 402, 403])

/**
 * Statuses that a proxy or a key service may return for a moment instead of the target's own rejection, while it is
 * updated.
 */
export const strayStatuses: ReadonlySet<number> = new Set([401, 403, 404])

/** The statuses of the class `busy`. A proxy may have sent them (interpretation G12). */
export const busyStatuses: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504, 529])

/** Returns whether a request got a complete 2xx, with a valid reply of the operation or not. */
export function isComplete2xx(responseClass: ResponseClass | undefined): boolean {
  return responseClass === 'accepted' || responseClass === 'unrecognised'
}

/** A request as the specification interprets it. */
export interface RequestReading extends Validation {
  readonly value: RequestValue
  /** True if the body could be read. An unreadable body is a violation with the keyword `readable`. */
  readonly readable: boolean
  readonly credential: Credential
  /** All violations of the request: schema, rules, readability. The credential is judged separately. */
  readonly violations: readonly Violation[]
}

/** An exchange with the facts that all requirements share. Derived from the exchange alone. */
export interface Observation {
  readonly exchange: Exchange
  readonly operation: Operation
  readonly request: RequestReading
  readonly responseClass: ResponseClass
  /** Absent if there was no response. */
  readonly status: number | undefined
  /** True if the response ended normally and is complete. */
  readonly complete: boolean
  /** The reason why it is incomplete, or why its body cannot be read; absent if there is none. */
  readonly unread?: string
  /** The response body without its content encoding; empty if it cannot be decoded. */
  readonly body: Uint8Array
  /** The response body as JSON; `undefined` if it is not JSON or is an event stream. */
  readonly json: unknown
  /** Set if the JSON is not UTF-8 and was decoded by the character set of its content type (G14). */
  readonly charset?: string
  /** True if the body is recognised as a reply, a stream or an error of this operation. */
  readonly isRecognised: boolean
  /** True if the content type of the response is that of an event stream. */
  readonly isStream: boolean
  /** The events of a response to a streaming request or with the content type of a stream. */
  readonly stream: EventStream | undefined
  /**
   * The result of validating `json` with the schema that applies (reply for 2xx, error for 4xx and 5xx);
   * `emptyValidation` for streams.
   */
  readonly reply: Validation
  /** The result of validating the payload of each event, by index. */
  readonly events: readonly Validation[]
  /** The requirements whose subschemas applied to the reply or to an event, whether satisfied or violated. */
  readonly spoken: ReadonlySet<string>
}

/**
 * Returns whether a value of a stream may differ from the sent one. Bytes that are not UTF-8 are read as U+FFFD, which
 * has a finding of its own.
 */
export function isLossy({ stream }: Pick<Observation, 'stream'>, value: unknown): boolean {
  return stream?.malformedUtf8 === true && (JSON.stringify(value) ?? '').includes('\ufffd')
}

/** Returns whether the exchange is a success with a complete reply. */
export function succeeded(seen: Observation): boolean {
  return isSuccess(seen.status) && seen.complete
}

/** The places of models. Recorded traffic often has names that the config does not. */
const placesOfModels: ReadonlySet<string> = new Set(['/body/model', '/path/model'])

/**
 * Returns whether a part of a request other than the name of its model is unspecified, so that it may be rejected for
 * that. Its control request is accepted with the same model (interpretations G8, C5).
 */
export function isOpenBesidesModel({ open }: Pick<RequestReading, 'open'>): boolean {
  return open.some(({ pointer }) => !placesOfModels.has(pointer))
}

/** Returns whether a status is 2xx. */
export function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300
}

/** Returns whether a status is 3xx. */
export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400
}

/**
 * Returns whether the request has the key. If the headers were not captured, only a success proves it: a rejected
 * request may have lacked anything, including the key.
 */
export function hasValidKey(seen: Pick<Observation, 'exchange' | 'request' | 'status'>): boolean {
  const { kind } = seen.request.credential
  if (isCaptured(seen.exchange, 'request-headers')) return kind === 'valid' || isElsewhere(seen)
  const is2xx = seen.status !== undefined && seen.status >= 200 && seen.status < 300
  return is2xx && (kind === 'valid' || kind === 'open')
}

/**
 * Returns whether the request has the key only in the form of another area. The response shows whether that is
 * accepted.
 */
function isElsewhere({ request: { credential } }: Pick<Observation, 'request'>): boolean {
  return credential.kind === 'open' && credential.elsewhere !== undefined
}

/**
 * Returns whether the request violates nothing, uses nothing unspecified except awkward texts, and has the key as it
 * was given. Its `sk-` counterpart does not count, since most endpoints leave it open (interpretation T2).
 */
export function isPlainlyValid(seen: Observation): boolean {
  const { violations, open } = seen.request
  return hasValidKey(seen) && violations.length === 0 && open.every(isAboutTexts)
}
