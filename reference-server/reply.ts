/** What a handler answers, before a byte of it is written. Faults alter this, never the socket. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: ReplyBody
}

export type ReplyBody =
  | { readonly kind: 'json'; readonly value: unknown }
  /** Server-sent events, written one by one. */
  | { readonly kind: 'events'; readonly events: readonly ReplyEvent[] }
  /** The same, but all at once and only after so many milliseconds. Faults only. */
  | { readonly kind: 'burst'; readonly events: readonly ReplyEvent[]; readonly afterMs: number }
  | { readonly kind: 'bytes'; readonly type: string; readonly bytes: Uint8Array }
  /** The bytes, then a broken connection. Faults only. */
  | { readonly kind: 'cut'; readonly type: string; readonly bytes: Uint8Array }
  /** The headers never come. Faults only. */
  | { readonly kind: 'hang' }

/** One server-sent event. */
export interface ReplyEvent {
  /** The value of its `event:` line; without one the line is left out. */
  readonly event?: string
  /** A JSON value, or `raw(text)`. */
  readonly data: unknown
}

/** Marks what `raw` made: no JSON value has it. */
const rawText = Symbol('raw text')

/** Text that stands in a `data:` line as it is. */
export interface Raw {
  readonly [rawText]: string
}

/** Text for a `data:` line that is not to be written as JSON. */
export function raw(text: string): Raw {
  return { [rawText]: text }
}

/** Whether the data of an event is text to be written as it is. */
export function isRaw(data: unknown): data is Raw {
  return typeof data === 'object' && data !== null && rawText in data
}

/** A reply whose body is JSON. */
export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers, body: { kind: 'json', value } }
}

/** A reply that streams server-sent events. */
export function events(sent: readonly ReplyEvent[], headers: Readonly<Record<string, string>> = {}): Reply {
  return { status: 200, headers, body: { kind: 'events', events: sent } }
}

/** A reply of bytes with a content type of its own. */
export function bytes(status: number, type: string, content: Uint8Array | string): Reply {
  const body = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return { status, headers: {}, body: { kind: 'bytes', type, bytes: body } }
}

/** One event as it stands in the stream, its closing blank line included. */
export function frame({ event, data }: ReplyEvent): string {
  const text = isRaw(data) ? data[rawText] : JSON.stringify(data)
  const name = event === undefined ? '' : `event: ${event}\n`
  return `${name}data: ${text.replaceAll('\n', '\ndata: ')}\n\n`
}
