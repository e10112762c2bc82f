/** A server-sent event, parsed from the bytes of a stream by the WHATWG rules. */
export interface StreamEvent {
  /** The event's index in its stream, from 0. */
  readonly index: number
  /** The value of its `event:` line, if it had one. */
  readonly name?: string
  /** Its `data:` lines joined by U+000A. */
  readonly data: string
  /** The data parsed as JSON; `undefined` if it is not JSON. */
  readonly json: unknown
  /** Milliseconds from the start of the exchange to the chunk that completed it. */
  readonly at: number
  /** The index of the chunk that completed it, from 0. */
  readonly chunk: number
}

/** The most events of a stream that are read. A reply has a few thousand at most. */
export const mostEvents = 25_000

/** A whole stream. */
export interface EventStream {
  readonly events: readonly StreamEvent[]
  /** True if the bytes ended inside an event without its closing blank line. WHATWG: such an event is discarded. */
  readonly unterminated: boolean
  /** True if the bytes contain a sequence that is not UTF-8. */
  readonly malformedUtf8: boolean
  /** Set if there were more events than were read. */
  readonly isCutShort?: true
}
