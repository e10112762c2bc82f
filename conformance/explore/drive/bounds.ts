/** What bounds the sending of requests. */
export interface Bounds {
  /** Requests under way at once. */
  readonly concurrency: number
  /** Requests started in a second, evenly spaced. */
  readonly rate?: number
  /** On the clock: nothing is started before. */
  readonly notBefore?: number
  /** Requests started in all. */
  readonly maxRequests?: number
  /** Milliseconds after which nothing is started and what is under way is aborted. */
  readonly maxTimeMs?: number
  readonly signal?: AbortSignal
}

/** Why a request was not sent. */
export type Cut = 'max-requests' | 'max-time' | 'aborted' | 'max-billed' | 'wedged' | 'overloaded'
