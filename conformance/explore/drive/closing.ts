import { setMaxListeners } from 'node:events'
import type { Bounds, Cut } from './bounds.ts'
import type { Clock } from './clock.ts'

/** Whether a gate is closed, and what closed it first. */
export interface Closing {
  /** Why nothing more is let through; absent while something may be. */
  readonly cut: Cut | undefined
  /** Aborts what is under way and whoever waits. */
  readonly signal: AbortSignal
  /** Lets nothing more through; what is under way may come to its end. */
  shut(cut: Cut): void
  /** Lets nothing more through and aborts what is under way. */
  close(cut: Cut): void
  /** The same at the end of a run; also forgets the deadline. */
  end(): void
}

/** Closes by itself when the time is over or the run is aborted. */
export function newClosing(bounds: Pick<Bounds, 'maxTimeMs' | 'signal'>, clock: Clock): Closing {
  const stop = new AbortController()
  // Each request under way listens, and so does whoever waits: many listeners are no leak here.
  setMaxListeners(0, stop.signal)
  let first: Cut | undefined
  const shut = (cut: Cut): void => {
    first ??= cut
  }
  const close = (cut: Cut): void => {
    shut(cut)
    stop.abort()
  }
  const forget = watch(bounds, clock, close)
  const end = () => {
    forget()
    close('aborted')
  }
  return {
    ...{ signal: stop.signal, shut, close, end },
    get cut() {
      return first
    },
  }
}

/** Closes a gate when its time is over or its run is aborted; gives back how to forget about both. */
function watch(
  { maxTimeMs, signal }: Pick<Bounds, 'maxTimeMs' | 'signal'>,
  clock: Clock,
  close: (cut: Cut) => void,
): () => void {
  const over = new AbortController()
  const abort = () => close('aborted')
  signal?.addEventListener('abort', abort, { once: true })
  if (signal?.aborted) abort()
  if (maxTimeMs !== undefined)
    void clock.sleep(maxTimeMs, over.signal).then(() => (over.signal.aborted ? undefined : close('max-time')))
  return () => {
    signal?.removeEventListener('abort', abort)
    over.abort()
  }
}
