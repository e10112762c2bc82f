import { isUtf8 } from 'node:buffer'
import type { Credential } from '../../core/model/credential.ts'
import { header } from '../../core/model/exchange.ts'
import type { Feature } from '../../core/model/feature.ts'
import { isPlainlyValid, isRedirect, type Observation, type ResponseClass } from '../../core/model/observation.ts'
import type { UnmatchedExchange } from '../../core/model/unmatched-exchange.ts'
import type { Endpoint } from '../../core/model/vocabulary.ts'
import type { Redirection } from '../../core/text/redirect.ts'
import { foreignDialect } from './read/dialect.ts'
import { cutByLength, type Malformed, malformedIn } from './read/malformed.ts'
import { hasOneOf, isChoiceBroken } from './read/recognition.ts'
import { rejectionTextOf, textBeginningOf } from './target-message.ts'
import { type Fate, fateOf } from './transcript/fate.ts'

/**
 * The form of a body according to its bytes, whatever its declared type; `none` if there was no response, `bytes` if it is
 * not UTF-8.
 */
export type BodyForm = 'none' | 'empty' | 'json' | 'events' | 'html' | 'text' | 'bytes'

/** A short summary of one exchange without bodies, used to find what failures have in common. */
export interface ExchangeFact {
  readonly exchange: string
  /** Absent for an unmatched exchange. */
  readonly operation?: Endpoint
  /** True if a successful reply of the operation is an event stream. */
  readonly streams: boolean
  /** True if the member that chooses between the operations of the path is invalid. A target may read it as either. */
  readonly isChoiceBroken?: true
  readonly credential?: Credential['kind']
  /** The rules that the request violates; empty for a valid one. */
  readonly broken: readonly { readonly requirement: string; readonly pointer: string }[]
  /** The members of the body of a valid request; absent if the body is no object. */
  readonly members?: readonly string[]
  /** True if it is a valid request without optional features. */
  readonly isPlain: boolean
  readonly status: number | undefined
  readonly responseClass?: ResponseClass
  readonly fate?: Fate
  readonly isComplete: boolean
  /** True if the response was not read to its end, since it had too much or began again and again. */
  readonly isTooLarge?: boolean
  /** True if the response began and had not ended when the time for an exchange was over. */
  readonly isUnended?: boolean
  /** True if the request has a null for a required member, which says less than its absence (interpretation G16). */
  readonly hasNull?: boolean
  /** The network's error code of an exchange that did not complete. */
  readonly trouble?: string | undefined
  /** True if the body is recognised as a reply, a stream or an error of its operation. */
  readonly isRecognised: boolean
  readonly form: BodyForm
  /** True if the body is JSON with a member of the operation's reply, streamed or not. */
  readonly isJsonReply: boolean
  /** The other protocol that a JSON body, or the first event, belongs to; absent if it is none. */
  readonly dialect?: string
  /** The violation of HTTP itself, in words; absent if there is none. */
  readonly malformed?: Malformed
  /** The length of the request's body in bytes. */
  readonly requestBytes?: number
  /** The features that the request asks for, and those that the reply shows. */
  readonly asks?: readonly string[]
  readonly shows?: readonly string[]
  /** The number of requests that arrived behind the gateway; present for an exchange of the experiment. */
  readonly arrived?: number
  /** The goal of a redirect. */
  readonly redirect?: Redirection
  /** The target's message when it rejected the request, on one line. */
  readonly said?: string
}

/** Returns the facts of an observation that causes are derived from. */
export function exchangeFact(seen: Observation, features: readonly Feature[] = []): ExchangeFact {
  const { exchange, operation, request, status, responseClass } = seen
  const said = status !== undefined && status >= 400 ? rejectionTextOf(seen) : undefined
  const malformed = malformedIn(seen) ?? cutByLength(seen)
  const dialect = foreignDialect(seen.json ?? seen.stream?.events[0]?.json, operation.area)
  return {
    exchange: exchange.id,
    operation: operation.id,
    streams: operation.streams,
    credential: request.credential.kind,
    broken: request.violations.map(({ requirement = '', pointer }) => ({ requirement, pointer })),
    ...(isChoiceBroken(operation, request) ? { isChoiceBroken: true } : {}),
    ...membersIn(request),
    isPlain: request.violations.length === 0 && request.open.length === 0 && request.uses.length === 0,
    status,
    responseClass,
    fate: fateOf(seen),
    isComplete: seen.complete,
    isTooLarge: exchange.ended === 'too-large',
    isUnended: exchange.ended === 'timeout' && status !== undefined,
    hasNull: seen.request.violations.some(({ actual }) => actual === null),
    trouble: exchange.trouble,
    isRecognised: seen.isRecognised,
    isJsonReply: hasOneOf(seen.json, operation.responseSignature.reply),
    form: formOf(seen, status),
    requestBytes: exchange.request.body.length,
    malformed,
    ...redirectIn(seen),
    dialect,
    said,
    ...featureFacts(seen, features),
    ...(exchange.behind === undefined ? {} : { arrived: exchange.behind.received.length }),
  }
}

function redirectIn({ status = 0, exchange }: Observation): Pick<ExchangeFact, 'redirect'> {
  const location = header(exchange.response?.headers ?? [], 'location')
  return isRedirect(status) && location !== undefined ? { redirect: { location, path: exchange.request.path } } : {}
}

/** Returns the features of an exchange. A request that violates something asks only for those of rejections. */
function featureFacts(seen: Observation, features: readonly Feature[]): Pick<ExchangeFact, 'asks' | 'shows'> {
  // A failure that the suite provoked behind the gateway is none of a feature.
  const { behind } = seen.exchange
  if (behind !== undefined && behind.trial.behaviour.kind !== 'answer') return { asks: [], shows: [] }
  const isValid = isPlainlyValid(seen)
  const asked = features.filter(({ rejects, asks }) => (rejects !== undefined || isValid) && asks(seen))
  const shown = asked.filter(({ shows }) => shows?.(seen) === true)
  return { asks: asked.map(({ id }) => id), shows: shown.map(({ id }) => id) }
}

function membersIn({ violations, value: { body } }: Observation['request']): Pick<ExchangeFact, 'members'> {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  return violations.length === 0 && isObject ? { members: Object.keys(body) } : {}
}

export function unmatchedFact({ exchange, status, complete, body }: UnmatchedExchange): ExchangeFact {
  const form = formOf({ body, json: undefined, stream: undefined }, status)
  return {
    exchange: exchange.id,
    streams: false,
    broken: [],
    isPlain: false,
    status,
    isComplete: complete,
    isRecognised: false,
    isJsonReply: false,
    form,
  }
}

function formOf(
  { body, json, stream }: Pick<Observation, 'body' | 'json' | 'stream'>,
  status: number | undefined,
): BodyForm {
  if (status === undefined) return 'none'
  if (stream !== undefined && stream.events.length > 0) return 'events'
  if (json !== undefined) return 'json'
  if (body.length === 0) return 'empty'
  if (/^\s*<(!doctype|html|head|body|[a-z]+[ >])/i.test(textBeginningOf(body, 64))) return 'html'
  return isUtf8(body) ? 'text' : 'bytes'
}
