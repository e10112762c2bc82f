import type { Exchange } from './exchange.ts'

/**
 * An exchange that matches no operation, such as the fetch of a URL that a response contained. Derived from the
 * exchange alone.
 */
export interface UnmatchedExchange {
  readonly exchange: Exchange
  /** Absent if there was no response. */
  readonly status: number | undefined
  /** True if the response ended normally and is complete. */
  readonly complete: boolean
  /** The response body without its content encoding; empty if it cannot be decoded. */
  readonly body: Uint8Array
}
