/** The place in an exchange that a finding points at. */
export type Place =
  | { readonly in: 'status' }
  | { readonly in: 'header'; readonly name: string }
  /** A JSON pointer into the response body. */
  | { readonly in: 'body'; readonly pointer: string }
  /** A JSON pointer into the value the request schema speaks about. */
  | { readonly in: 'request'; readonly pointer: string }
  /** The event's number in its stream, from 0, and a JSON pointer into its payload. */
  | { readonly in: 'event'; readonly index: number; readonly pointer?: string }

/** The point at which a stream left the order of its grammar. */
export interface Departure {
  /** The state of the grammar, in its own words: `in a block`. */
  readonly state: string
  /** The events it allowed there. */
  readonly permitted: readonly string[]
  /** The number of the event that it did not allow, from 0; absent where the stream ended instead. */
  readonly event?: number
}

/** One violation and where it is. `doubt` marks what could not be decided: the verdict is then `inconclusive`. */
export interface Finding {
  /** One sentence with the actual value in it. */
  readonly message: string
  readonly at?: Place
  readonly expected?: unknown
  readonly actual?: unknown
  /** For a stream that left its order: where, and what was allowed there. */
  readonly departure?: Departure
  readonly doubt?: true
}
