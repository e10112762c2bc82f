/** The place in an exchange that a finding is about. */
export type Place =
  | { readonly in: 'status' }
  | { readonly in: 'header'; readonly name: string }
  /** A JSON pointer into the response body. */
  | { readonly in: 'body'; readonly pointer: string }
  /** A JSON pointer into the value that the request schema describes. */
  | { readonly in: 'request'; readonly pointer: string }
  /** The event's index in its stream, from 0, and a JSON pointer into its payload. */
  | { readonly in: 'event'; readonly index: number; readonly pointer?: string }

/** The point at which a stream violated its grammar. */
export interface Departure {
  /** The state of the grammar in words: `in a block`. */
  readonly state: string
  /** The events that the grammar allows in this state. */
  readonly permitted: readonly string[]
  /** The index of the event that it does not allow, from 0; absent if the stream ended instead. */
  readonly event?: number
}

/** A violation and its place. `doubt` marks a fact that could not be decided; the verdict is then `inconclusive`. */
export interface Finding {
  /** One sentence that includes the actual value. */
  readonly message: string
  readonly at?: Place
  readonly expected?: unknown
  readonly actual?: unknown
  /** For a violation of a stream's order: the state, and the events it allows. */
  readonly departure?: Departure
  /** Set if the value is wrong whatever the request asks for, so that no member of the request explains it. */
  readonly isWrongInItself?: true
  readonly doubt?: true
  /** Set with `doubt` if it counts as a violation when it is shown again. */
  readonly once?: true
}
