/** The reply of a handler before it is written. Faults and variants alter this and never the socket. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: ReplyBody
}

export type ReplyBody =
  | { readonly kind: 'json'; readonly value: unknown }
  /** Server-sent events, written one by one. */
  | { readonly kind: 'events'; readonly events: readonly ReplyEvent[] }
  /** The same events, written together after a delay. Only faults use this. */
  | { readonly kind: 'burst'; readonly events: readonly ReplyEvent[]; readonly afterMs: number }
  | { readonly kind: 'bytes'; readonly type: string; readonly bytes: Uint8Array }
  /** Bytes without a length in several chunks, and then a broken connection if `breaksOff` is set. */
  | {
      readonly kind: 'chunks'
      readonly type: string
      readonly chunks: readonly Uint8Array[]
      readonly breaksOff?: true
    }
  /** The connection breaks before any response. */
  | { readonly kind: 'lost' }

/** One server-sent event. */
export interface ReplyEvent {
  /** The value of its `event:` line; if absent, there is no such line. */
  readonly event?: string
  /** A JSON value, or `raw(text)`. */
  readonly data: unknown
}

/** Marks the result of `raw`. No JSON value contains a symbol. */
const rawText = Symbol('raw text')

/** Text for a `data:` line that is not JSON. */
export interface Raw {
  readonly [rawText]: string
}

/** Marks text for a `data:` line as not JSON. */
export function raw(text: string): Raw {
  return { [rawText]: text }
}

/** Returns whether the data of an event is the result of `raw`. */
export function isRaw(data: unknown): data is Raw {
  return typeof data === 'object' && data !== null && rawText in data
}

export function jsonReply(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers, body: { kind: 'json', value } }
}

export function events(sent: readonly ReplyEvent[], headers: Readonly<Record<string, string>> = {}): Reply {
  return { status: 200, headers, body: { kind: 'events', events: sent } }
}

export function bytes(status: number, type: string, content: Uint8Array | string): Reply {
  const body = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return { status, headers: {}, body: { kind: 'bytes', type, bytes: body } }
}

/** Returns the content type of a reply, unless its headers have another one. */
export function mediaTypeOf({ body }: Reply): string {
  if (body.kind === 'bytes' || body.kind === 'chunks') return body.type
  return body.kind === 'json' ? 'application/json; charset=utf-8' : 'text/event-stream; charset=utf-8'
}

/** Formats an event with its blank line. */
export function frame({ event, data }: ReplyEvent): string {
  const text = isRaw(data) ? data[rawText] : JSON.stringify(data)
  const name = event === undefined ? '' : `event: ${event}\n`
  return `${name}data: ${text.replaceAll('\n', '\ndata: ')}\n\n`
}
