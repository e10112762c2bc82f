import type { Exchange } from './exchange.ts'

/**
 * An exchange that matches no operation, such as the fetch of a URL that a response contained. Derived from the exchange
 * alone.
 */
export interface UnmatchedExchange {
  readonly exchange: Exchange
  /** Absent when no response came. */
  readonly status: number | undefined
  /** True if the response ended by itself, in full. */
  readonly complete: boolean
  /** The response body, content-encoding undone; empty when it cannot be undone. */
  readonly body: Uint8Array
}
