import type { Exchange } from './exchange.ts'
import type { Endpoint } from './vocabulary.ts'

/** The formats in which a gateway may call its provider. */
export const upstreamFormats = [
  'images.generate',
  'images.edit',
  'images.variation',
  'content',
  'messages',
  'chat',
] as const
export type UpstreamFormat = (typeof upstreamFormats)[number]

/** The way in which the upstream answers a request. */
export type UpstreamBehaviour =
  | { readonly kind: 'answer' }
  /** An error in the provider's form. */
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: number }
  /** No byte of a response. */
  | { readonly kind: 'silence' }
  /** The connection breaks before a response. */
  | { readonly kind: 'reset' }
  /** Status 200 with a page of HTML. */
  | { readonly kind: 'not-json' }
  /** Status 200 and the first half of a JSON body. */
  | { readonly kind: 'half-body' }
  /** The first half of a stream, and then a broken connection, an unreadable event, an error event, or nothing. */
  | { readonly kind: 'cut' | 'garbled' | 'error-event' | 'silence-in-stream' }
  /** A stream that begins when all requests of its group have arrived. */
  | { readonly kind: 'together'; readonly group: string; readonly size: number }
  /** A stream that goes on until the gateway closes the connection. */
  | { readonly kind: 'endless' }
  /** The upstream does not listen while this request is sent. */
  | { readonly kind: 'refused' }

/** The content of the upstream's reply. Each format writes it in its own way. */
export interface ScriptedReply {
  readonly text: string
  readonly tool?: { readonly name: string; readonly input: Readonly<Record<string, unknown>> }
  readonly usage: { readonly input: number; readonly output: number }
  /** The picture of the image formats. */
  readonly picture?: { readonly url: string; readonly base64: string }
}

/** A value that identifies one part of a request on its way. It is searched for in everything the upstream received. */
export interface RequestMark {
  /** The part in the words of the client's format, for example `tools[0].description`. */
  readonly place: string
  /** A word, a number as JSON writes it, or the base64 of a picture. */
  readonly value: string
  readonly kind: 'word' | 'number' | 'bytes'
  /** The formats that have no member for this part. */
  readonly notIn?: readonly UpstreamFormat[]
}

/** One request of the experiment, and what the upstream does with it. */
export interface UpstreamTrial {
  readonly id: string
  readonly operation: Endpoint
  readonly behaviour: UpstreamBehaviour
  readonly marks: readonly RequestMark[]
  readonly reply: ScriptedReply
  /** The trial whose reply has the same content in the plain form; present for the streamed one. */
  readonly plain?: string
  /** True if the client goes away in the middle of the reply. */
  readonly aborts?: true
  /** True if it is sent after a client went away. */
  readonly isAfterwards?: true
  /** A request of the streams of a group: replies to others must not show in its reply. */
  readonly group?: string
  /** True if the request has nothing but its text and the members that are required. */
  readonly isMinimal?: true
}

/** A request that the upstream received, and what it answered. */
export interface ReceivedRequest {
  /** The trial that its marks belong to. */
  readonly trial: string
  readonly format: UpstreamFormat
  readonly exchange: Exchange
  /** True if the gateway closed the connection before the upstream had finished. */
  readonly isFreed?: true
}

/** The first line of `upstream.ndjson`. */
export interface UpstreamHeader {
  readonly formatVersion: 1
  readonly tool: { readonly name: string; readonly version: string }
  /** The start of the run that it belongs to. */
  readonly startedAt: string
  /** The address at which the upstream listened. */
  readonly url: string
  /** True if the client's key and the upstream's are the same, so that neither can be recognised as out of place. */
  readonly isSharedKey: boolean
  /** Texts that the gateway adds to requests on purpose. */
  readonly adds: readonly string[]
  readonly operations: readonly Endpoint[]
}

/** The last line of `upstream.ndjson`. */
export interface UpstreamFooter {
  /** The numbers of requests without a mark, such as those of the ordinary run, by format. */
  readonly others: Readonly<Record<string, number>>
  /** The number of requests that came without the upstream's key. */
  readonly withoutKey: number
  /** True if the experiment was interrupted. */
  readonly isInterrupted: boolean
}

/** The evidence of both sides of the gateway. */
export interface UpstreamEvidence {
  readonly header: UpstreamHeader
  readonly trials: readonly UpstreamTrial[]
  /** The client's exchanges, by the id of the trial. */
  readonly sent: ReadonlyMap<string, Exchange>
  readonly received: readonly ReceivedRequest[]
  readonly footer: UpstreamFooter | undefined
}

/** The ids of what is judged behind the gateway. */
export const upstreamIds = [
  'upstream.request-complete',
  'upstream.nothing-added',
  'upstream.reply-complete',
  'upstream.stream-equals-plain',
  'upstream.counts',
  'upstream.errors-mapped',
  'upstream.cut-stream-not-complete',
  'upstream.isolation',
  'upstream.aborts',
  'upstream.credentials',
] as const
export type UpstreamId = (typeof upstreamIds)[number]

export type UpstreamVerdict = 'faithful' | 'unfaithful' | 'inconclusive'
export type UpstreamOutcome = 'pass' | 'fail' | 'observed' | 'inconclusive'

/** The section of a report on what happens behind the gateway. It never changes the verdict of the run. */
export interface UpstreamSection {
  readonly verdict: UpstreamVerdict
  /** The reason in one sentence. */
  readonly reason: string
  /** The requests of the experiment, and those that arrived at the upstream. */
  readonly sent: number
  readonly arrived: number
  readonly results: readonly UpstreamResult[]
}

export interface UpstreamResult {
  readonly id: UpstreamId
  readonly operation: Endpoint
  /** The sentence in words. */
  readonly statement: string
  readonly outcome: UpstreamOutcome
  /** The number of trials that it was judged on. */
  readonly trials: number
  readonly findings: readonly UpstreamFinding[]
}

export interface UpstreamFinding {
  readonly message: string
  /** The trial that shows it, as `upstream.ndjson` names it. */
  readonly trial: string
  readonly expected?: string
  readonly actual?: string
}
