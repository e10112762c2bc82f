import type { Behind } from './upstream.ts'
import type { Why } from './why.ts'

/** All facets: the parts of an exchange that are captured if the suite sends the request itself. */
export const facets = [
  'request-headers',
  'request-body',
  'response-headers',
  'response-body',
  'chunks',
  'timing',
] as const

/**
 * A part of an exchange that its source captured unchanged and in the names of the specification. Without
 * `request-headers`, headers and credentials may be missing. Without `request-body` or `response-body`, the recorded
 * body proves nothing.
 */
export type Facet = (typeof facets)[number]

/** Details of a body that a recorder may have lost although it kept the rest. They count as captured unless `lost`. */
export const details = ['ids', 'event-lines', 'files'] as const

/**
 * A detail of a body: the ids in a response, the lines of a stream, or the files of a form. A recorder may
 * replace ids by a placeholder, store a stream as a list of its parsed events, or a form as a list of its fields.
 */
export type Detail = (typeof details)[number]

/** The reasons why parts of an exchange are not captured, as far as they are known: `zstd` for a body in that coding. */
export type LostParts = Readonly<Partial<Record<Facet | Detail, string>>>

/** A header line as received: the name in its original case, the value undecoded. */
export type HeaderLine = readonly [name: string, value: string]

/** Bytes of a response body that arrived together. */
export interface Chunk {
  /** Milliseconds from the start of the exchange. */
  readonly at: number
  readonly bytes: Uint8Array
}

/**
 * A request in the names of the specification: credentials are labels (see `credential.ts`), and the names of models
 * and headers are the neutral ones. Plans and evidence contain requests in this form. Only the client knows the
 * target's names.
 */
export interface RecordedRequest {
  readonly method: string
  /**
   * The path and query below the target's base URL, starting with `/`. For the fetch of an image that a reply named,
   * the whole address (RFC 9112 §3.2.2, absolute form), on any host.
   */
  readonly path: string
  readonly headers: readonly HeaderLine[]
  readonly body: Uint8Array
}

/** The status and headers of a response. */
export interface ResponseHead {
  readonly status: number
  readonly headers: readonly HeaderLine[]
}

/** A response. */
export interface RecordedResponse extends ResponseHead {
  /** The body as it arrived, with its content encoding. */
  readonly chunks: readonly Chunk[]
}

/** A redirect that the client followed before the recorded response (interpretation G14). */
export interface Redirect {
  readonly status: number
  readonly location: string
}

/** The ways in which an exchange ends. */
const endings = ['complete', 'reset', 'timeout', 'cancelled', 'too-large'] as const

export type Ended = (typeof endings)[number]

export function isEnded(value: unknown): value is Ended {
  return (endings as readonly unknown[]).includes(value)
}

/** A request and its response, as seen on the wire. Never mutated. */
export interface Exchange {
  readonly id: string
  /** The case of the run that this is an attempt of; absent for recorded traffic. */
  readonly caseId?: string
  /** The number of the attempt, from 1. */
  readonly attempt?: number
  /** Why the request was sent. Does not affect verdicts. */
  readonly why?: Why
  readonly source: 'runner' | 'proxy' | 'har'
  readonly captured: readonly Facet[]
  /**
   * The facets in which labels replace credentials, and bodies that were withheld since they cannot be searched for
   * credentials; absent if there are none. Requirements that need them are not judged.
   */
  readonly redacted?: readonly Facet[]
  /** The reasons for facets that were not captured, and the details that were not. */
  readonly lost?: LostParts
  /** Milliseconds from the start of the run. */
  readonly startedAt: number
  /** Milliseconds from the request's first byte to the end of the exchange. */
  readonly durationMs: number
  /** The number of its connection. Exchanges of a run with the same number shared one; absent if it was not recorded. */
  readonly connection?: number
  readonly request: RecordedRequest
  /** The target's names of models, by the labels that stand for them in the request; absent if it has none. */
  readonly models?: Readonly<Record<string, string>>
  readonly response: RecordedResponse | null
  readonly ended: Ended
  /** The network's error code of an exchange that did not complete, for example `ECONNREFUSED`. */
  readonly trouble?: string
  /** The redirects before the response, in order; absent if there were none. */
  readonly redirects?: readonly Redirect[]
  /**
   * The other side of it, behind the gateway; present for a request of the experiment. Only requirements about that
   * judge such an exchange.
   */
  readonly behind?: Behind
}

/** Returns the name of a model that was sent where the recorded request has this one. */
export function modelSent({ models = {} }: Pick<Exchange, 'models'>, recorded: unknown): unknown {
  return typeof recorded === 'string' && Object.hasOwn(models, recorded) ? models[recorded] : recorded
}

/** Returns an exchange with the names that a target has for models. */
export function withModels(exchange: Exchange, models: Exchange['models']): Exchange {
  return models === undefined ? exchange : { ...exchange, models }
}

/** The `trouble` of an exchange that looks cut off, but whose source does not record how it ended. */
export const endNotCaptured = 'not captured: how it ended'

/** Returns whether the source recorded the whole response, and how it ended. If not, its status and headers still count. */
export function isReplyCaptured(exchange: Exchange): boolean {
  return isCaptured(exchange, 'response-body') && exchange.trouble !== endNotCaptured
}

/**
 * The `trouble` of a complete exchange whose connection the target left open after the end of its stream
 * (interpretation S7).
 */
export const connectionLeftOpen = 'left open after the end of the stream'

/** The trouble of an exchange with a `100 Continue` that its request did not ask for (RFC 9110 section 15.2 allows it). */
export const unaskedContinue = 'UNASKED_100_CONTINUE'

/** Returns whether the source captured this part. */
export function isCaptured({ captured }: Pick<Exchange, 'captured'>, facet: Facet): boolean {
  return captured.includes(facet)
}

/** The captured facets, and those that were changed. */
export type Shown = Pick<Exchange, 'captured' | 'redacted' | 'lost'>

/** Returns whether this part was captured and not altered. */
export function isUnaltered({ captured, redacted = [] }: Shown, facet: Facet): boolean {
  return captured.includes(facet) && !redacted.includes(facet)
}

const facetsOfRequest = ['request-headers', 'request-body'] as const

/** Returns the parts of the request that were recorded with labels, so that it cannot be sent again as it was. */
export function alteredRequest({ redacted = [] }: Pick<Exchange, 'redacted'>): readonly Facet[] {
  return facetsOfRequest.filter((facet) => redacted.includes(facet))
}

/** Describes the needed parts that were not captured unaltered; `undefined` if none is missing. */
export function notCaptured(exchange: Shown, needs: readonly (Facet | Detail)[]): string | undefined {
  const { redacted = [], lost = {} } = exchange
  const missing = needs.filter((part) => (isDetail(part) ? lost[part] !== undefined : !isUnaltered(exchange, part)))
  if (missing.length === 0) return undefined
  const named = missing.map((part) => partInWords(part, lost[part]))
  const isReplaced = missing.every((part) => !isDetail(part) && redacted.includes(part) && lost[part] === undefined)
  if (!isReplaced) return `not captured: ${named.join(', ')}`
  const isThere = missing.every((part) => !isDetail(part) && isCaptured(exchange, part))
  return `not captured: ${named.join(', ')} (${isThere ? credentialReplaced : bodyWithheld})`
}

export function isDetail(part: Facet | Detail): part is Detail {
  return (details as readonly string[]).includes(part)
}

/** Returns a part that was not captured in words: `request body (zstd)`, or `request body` for an unknown reason. */
function partInWords(part: Facet | Detail, reason: string | undefined): string {
  const words = part.replace('-', ' ')
  return reason === undefined ? words : `${words} (${reason})`
}

/**
 * Returns an exchange in which a part is not captured, with the reason. Keeps the reason of a part that is lost already.
 * A body that was not captured does not show whether it is whole, so that nothing else is said about its end.
 */
export function withoutPart(exchange: Exchange, part: Facet | Detail, reason: string): Exchange {
  const { captured, lost } = exchange
  return {
    ...exchange,
    captured: isDetail(part) ? captured : captured.filter((facet) => facet !== part),
    lost: { [part]: reason, ...lost },
    ...(part === 'response-body' && exchange.trouble === endNotCaptured
      ? { ended: 'complete', trouble: undefined }
      : {}),
  }
}

/** The reason for parts that are recorded but do not count as captured. */
export const credentialReplaced = 'a credential in it was replaced by a label'

/** The reason for bodies that were not recorded. */
export const bodyWithheld = 'it was withheld, because it cannot be searched for credentials'

/** Returns the value of the first header with this name, in any case. */
export function header(lines: readonly HeaderLine[], name: string): string | undefined {
  const wanted = name.toLowerCase()
  // Comparing lengths first is faster, since most names differ in length.
  return lines.find((line) => line[0].length === wanted.length && line[0].toLowerCase() === wanted)?.[1]
}

/** Returns the media type of a message without parameters, in lower case; `undefined` if there is none. */
export function mediaType(lines: readonly HeaderLine[]): string | undefined {
  const value = header(lines, 'content-type')
  if (value === undefined) return undefined
  const end = value.indexOf(';')
  return (end < 0 ? value : value.slice(0, end)).trim().toLowerCase()
}
