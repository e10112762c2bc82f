import type { Why } from './why.ts'

/** All facets: what a source that sends requests itself sees of an exchange. */
export const facets = [
  'request-headers',
  'request-body',
  'response-headers',
  'response-body',
  'chunks',
  'timing',
] as const

/**
 * A part of an exchange that its source was able to see, as it was and in the names of the specification. Where `request-headers`
 * is missing, headers may be missing too, credentials among them; where `request-body` or `response-body` is, the body
 * that is there says nothing.
 */
export type Facet = (typeof facets)[number]

/** One header line as received: name in its own case, value undecoded. */
export type HeaderLine = readonly [name: string, value: string]

/** Bytes of a response body that arrived together. */
export interface Chunk {
  /** Milliseconds from the start of the exchange. */
  readonly at: number
  readonly bytes: Uint8Array
}

/**
 * A request in the names of the specification: credentials are labels (see `credential.ts`), models and header
 * names are the neutral ones. This is what a plan holds and what evidence keeps; only the client knows the rest.
 */
export interface RecordedRequest {
  readonly method: string
  /**
   * Path and query below the target's base URL, starting with `/`; for the fetch of an image that a reply named its
   * whole address (RFC 9112 §3.2.2, absolute form), wherever that leads.
   */
  readonly path: string
  readonly headers: readonly HeaderLine[]
  readonly body: Uint8Array
}

/** The beginning of a response. */
export interface ResponseHead {
  readonly status: number
  readonly headers: readonly HeaderLine[]
}

/** A response. */
export interface RecordedResponse extends ResponseHead {
  /** The body as it arrived, still content-encoded. */
  readonly chunks: readonly Chunk[]
}

/** A redirect that the client followed before the response that is recorded (interpretation G14). */
export interface Redirect {
  readonly status: number
  readonly location: string
}

/** The ways in which an exchange ends. */
export type Ended = 'complete' | 'reset' | 'timeout' | 'cancelled' | 'too-large'

/** One request and what came back for it, as seen on the wire. Never mutated. */
export interface Exchange {
  readonly id: string
  /** The case of the run that this is an attempt of; absent for recorded traffic. */
  readonly caseId?: string
  /** Counted from 1. */
  readonly attempt?: number
  /** The judge never reads it for a verdict. */
  readonly why?: Why
  readonly source: 'runner' | 'proxy' | 'har'
  readonly captured: readonly Facet[]
  /**
   * Those of them in which labels stand for credentials; absent where all is as it came. What needs them is not judged.
   */
  readonly redacted?: readonly Facet[]
  /** Milliseconds from the start of the run. */
  readonly startedAt: number
  /** Milliseconds from the request's first byte to the end of the exchange. */
  readonly durationMs: number
  readonly request: RecordedRequest
  readonly response: RecordedResponse | null
  readonly ended: Ended
  /** The network's word for an exchange that did not complete, for example `ECONNREFUSED`. */
  readonly trouble?: string
  /** The redirects on the way, first one first; absent when there were none. */
  readonly redirects?: readonly Redirect[]
}

/** The `trouble` of an exchange that looks cut off, where its source does not say whether the target did that. */
export const endNotCaptured = 'not captured: how it ended'

/**
 * The `trouble` of a complete exchange whose connection the target left open after the end of its stream
 * (interpretation S7).
 */
export const connectionLeftOpen = 'left open after the end of the stream'

/** Returns whether the source was able to see this part. */
export function isCaptured({ captured }: Pick<Exchange, 'captured'>, facet: Facet): boolean {
  return captured.includes(facet)
}

/** The parts of an exchange that are as they were: what was captured, without what holds labels for credentials. */
export type Shown = Pick<Exchange, 'captured' | 'redacted'>

/** Returns whether this part was captured and not altered. */
export function isUnaltered({ captured, redacted = [] }: Shown, facet: Facet): boolean {
  return captured.includes(facet) && !redacted.includes(facet)
}

/**
 * Describes the parts that a sentence needs and that were not captured as they were; `undefined` if none is missing.
 */
export function notCaptured(exchange: Shown, needs: readonly Facet[]): string | undefined {
  const missing = needs.filter((facet) => !isUnaltered(exchange, facet))
  if (missing.length === 0) return undefined
  const isThere = missing.every((facet) => isCaptured(exchange, facet))
  return `not captured: ${missing.join(', ')}${isThere ? ` (${takenOut})` : ''}`
}

/** Why something is not captured although something is there. */
export const takenOut = 'a credential in it was replaced by a label'

/** The value of the first header of that name, whatever its case. */
export function header(lines: readonly HeaderLine[], name: string): string | undefined {
  const wanted = name.toLowerCase()
  // Most names differ in length already.
  return lines.find((line) => line[0].length === wanted.length && line[0].toLowerCase() === wanted)?.[1]
}

/** The media type of a message without its parameters, in lower case; `undefined` when there is none. */
export function mediaType(lines: readonly HeaderLine[]): string | undefined {
  const value = header(lines, 'content-type')
  if (value === undefined) return undefined
  const end = value.indexOf(';')
  return (end < 0 ? value : value.slice(0, end)).trim().toLowerCase()
}
