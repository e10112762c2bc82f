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

/** The reasons for which a scripted reply ends, in the words of each format. */
export const scriptedEnds = {
  end: { messages: 'end_turn', content: 'STOP', chat: 'stop' },
  'stop-sequence': { messages: 'stop_sequence', content: 'STOP', chat: 'stop' },
  calls: { messages: 'tool_use', content: 'STOP', chat: 'tool_calls' },
  length: { messages: 'max_tokens', content: 'MAX_TOKENS', chat: 'length' },
  safety: { messages: 'end_turn', content: 'SAFETY', chat: 'content_filter' },
  recitation: { messages: 'end_turn', content: 'RECITATION', chat: 'content_filter' },
  blocklist: { messages: 'end_turn', content: 'BLOCKLIST', chat: 'content_filter' },
  prohibited: { messages: 'end_turn', content: 'PROHIBITED_CONTENT', chat: 'content_filter' },
  personal: { messages: 'end_turn', content: 'SPII', chat: 'content_filter' },
  language: { messages: 'end_turn', content: 'LANGUAGE', chat: 'stop' },
  other: { messages: 'end_turn', content: 'OTHER', chat: 'stop' },
} as const
export type ScriptedEnd = keyof typeof scriptedEnds
export type TextFormat = 'messages' | 'content' | 'chat'

/** A part of a scripted reply. */
export type ScriptedPart =
  | { readonly kind: 'text' | 'thinking'; readonly text: string }
  | { readonly kind: 'call'; readonly name: string; readonly input: Readonly<Record<string, unknown>> }

/** The content of the upstream's reply. Each format writes it in its own way, and omits what it cannot express. */
export interface ScriptedReply {
  /** The parts in their order. Each text is the `revised_prompt` of one image. */
  readonly parts: readonly ScriptedPart[]
  readonly end: ScriptedEnd
  /** The sequence of an end by one. */
  readonly stopSequence?: string
  /** The text of a second candidate, in the formats that have several. */
  readonly secondText?: string
  /** Content generation blocks the prompt for this reason, and has no candidate. */
  readonly blockReason?: string
  /** Tokens by kind. The input is what was not cached. */
  readonly usage: Readonly<Record<'input' | 'output' | 'cacheRead' | 'cacheWrite', number>>
  /** The pictures of the image formats. */
  readonly pictures?: readonly { readonly url: string; readonly base64: string }[]
}

/** A value that identifies one part of a request on its way. It is searched for in everything the upstream received. */
export interface RequestMark {
  /** The part in the words of the client's format, for example `tools[0].description`. */
  readonly place: string
  /** A word, a number as JSON writes it, the base64 of a picture, or any value that need not be unique. */
  readonly value: string
  readonly kind: 'word' | 'number' | 'bytes' | 'value'
  /** The formats that have no member for this part. */
  readonly notIn?: readonly UpstreamFormat[]
  /** The members in which a `value` is searched for; the formats that are not named have none. */
  readonly members?: readonly FormatMember[]
}

/** A member of a request in a format, by the names of the steps to it in camelCase and without indices. */
export interface FormatMember {
  readonly format: UpstreamFormat
  readonly name: string
  readonly value: string
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
  readonly format: UpstreamFormat
  readonly exchange: Exchange
  /** True if the gateway closed the connection before the upstream had finished. */
  readonly isFreed?: true
}

/** The other side of an exchange: its script, and what the upstream received for it. */
export interface Behind {
  readonly trial: UpstreamTrial
  /** The requests with its marks, in the order of arrival. */
  readonly received: readonly ReceivedRequest[]
  /** The address at which the upstream listened, without its scheme. */
  readonly host: string
  /** True if the client's key and the upstream's are the same, so that neither can be recognised as out of place. */
  readonly isSharedKey?: true
  /** Texts that the gateway adds to requests on purpose; absent if there are none. */
  readonly adds?: readonly string[]
}

export type UpstreamVerdict = 'faithful' | 'unfaithful' | 'inconclusive'

/** The summary of what happens behind the gateway. It never changes the verdict of the run. */
export interface UpstreamSummary {
  readonly verdict: UpstreamVerdict
  /** The reason in one sentence. */
  readonly reason: string
  /** The requests of the experiment, and those that arrived at the upstream. */
  readonly sent: number
  readonly arrived: number
  /** The reasons why the experiment is not complete, and what it does not look for. */
  readonly limits: readonly string[]
}
