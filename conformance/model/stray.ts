import type { Exchange } from './exchange.ts'

/**
 * An exchange that no operation knows, such as the fetch of an address that a reply named. Derived from the exchange
 * alone.
 */
export interface Stray {
  readonly exchange: Exchange
  /** Absent when no response came. */
  readonly status: number | undefined
  /** Whether the response ended by itself, in full. */
  readonly complete: boolean
  /** The response body, content-encoding undone; empty when it cannot be undone. */
  readonly body: Uint8Array
}
