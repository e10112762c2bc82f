import type { ResponseClass } from './observation.ts'
import type { Endpoint } from './vocabulary.ts'

/** The latency of one operation's answered exchanges, in milliseconds from the first byte sent to the last received. */
export interface Latency {
  readonly endpoint: Endpoint
  readonly count: number
  readonly min: number
  readonly median: number
  readonly p90: number
  readonly p99: number
  readonly max: number
  /**
   * The number of exchanges that took at most `upTo`, and longer than the bucket before. Ascending, without empty ones.
   */
  readonly buckets: readonly { readonly upTo: number; readonly count: number }[]
}

/** The requests to one operation, their response classes, and what a gateway would bill for them. */
export interface Traffic {
  readonly endpoint: Endpoint
  readonly requests: number
  /** The number of requests by response class, without those that did not occur. */
  readonly receptions: Readonly<Partial<Record<ResponseClass, number>>>
  readonly billed: { readonly calls: number; readonly images: number }
  /**
   * The requests that were not served on some attempts, and answered on others: how many they are, how often they were
   * not served, and how often they were sent. Absent if there were none.
   */
  readonly servedSometimes?: { readonly requests: number; readonly unserved: number; readonly attempts: number }
}
