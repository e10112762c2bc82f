import { setMaxListeners } from 'node:events'
import type { Clock } from './clock.ts'

/** Why a request was not sent. */
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

/** The end of sending, and its first reason. */
export interface Shutdown {
  /** Why nothing more is sent; absent while something may be. */
  readonly stopReason: StopReason | undefined
  /** Aborts what is under way and all that wait. */
  readonly signal: AbortSignal
  /** Sends nothing more; what is under way may come to its end. */
  drain(stopReason: StopReason): void
  /** Sends nothing more and aborts what is under way. */
  abort(stopReason: StopReason): void
  /** The same at the end of a run; also forgets the deadline. */
  end(): void
}

/** A bound that ends a run from outside. */
interface Deadline {
  readonly maxTimeMs?: number
  readonly signal?: AbortSignal
}

/** Aborts by itself when the deadline is over or the run is aborted. */
export function newShutdown(deadline: Deadline, clock: Clock): Shutdown {
  const stop = new AbortController()
  // Each request under way listens, and so do all that wait: many listeners are no leak here.
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
    ...{ signal: stop.signal, drain, abort, end },
    get stopReason() {
      return first
    },
  }
}

/** Aborts when the deadline is over or the run is aborted; gives back how to forget about both. */
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
