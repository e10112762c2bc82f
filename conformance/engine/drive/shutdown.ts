import { setMaxListeners } from 'node:events'
import type { Clock } from './clock.ts'

/** The reasons why a request is not sent. */
export type StopReason =
  | 'max-requests'
  | 'max-time'
  | 'aborted'
  | 'max-billed'
  | 'max-images'
  | 'gone'
  | 'wedged'
  | 'overloaded'
  | 'endless'
  | 'failing'
  | 'redirected'

/** The end of sending, and its first reason. */
export interface Shutdown {
  /** The reason why nothing more is sent; `undefined` while sending goes on. */
  readonly stopReason: StopReason | undefined
  /** Aborts requests under way and everything that waits. */
  readonly signal: AbortSignal
  /** Sends nothing more, but lets requests under way finish. */
  drain(stopReason: StopReason): void
  /** Sends nothing more and aborts requests under way. */
  abort(stopReason: StopReason): void
  /** Aborts at the end of a run, and clears the deadline. */
  end(): void
}

/** The limits that end a run from outside. */
interface Deadline {
  readonly maxTimeMs?: number
  readonly signal?: AbortSignal
}

/** Creates a shutdown that aborts by itself at the deadline or when the run is aborted. */
export function newShutdown(deadline: Deadline, clock: Clock): Shutdown {
  const stop = new AbortController()
  // Each request under way listens, and so does everything that waits: many listeners are no leak here.
  setMaxListeners(0, stop.signal)
  let first: StopReason | undefined
  const drain = (stopReason: StopReason): void => {
    first ??= stopReason
  }
  const abort = (stopReason: StopReason): void => {
    drain(stopReason)
    stop.abort()
  }
  const forget = watch(deadline, clock, abort)
  const end = () => {
    forget()
    abort('aborted')
  }
  return {
    signal: stop.signal,
    drain,
    abort,
    end,
    get stopReason() {
      return first
    },
  }
}

/** Aborts at the deadline or when the run is aborted. Returns a function that cancels both. */
function watch({ maxTimeMs, signal }: Deadline, clock: Clock, abort: (stopReason: StopReason) => void): () => void {
  const over = new AbortController()
  const onAbort = () => abort('aborted')
  signal?.addEventListener('abort', onAbort, { once: true })
  if (signal?.aborted) onAbort()
  if (maxTimeMs !== undefined)
    void clock.sleep(maxTimeMs, over.signal).then(() => (over.signal.aborted ? undefined : abort('max-time')))
  return () => {
    signal?.removeEventListener('abort', onAbort)
    over.abort()
  }
}
