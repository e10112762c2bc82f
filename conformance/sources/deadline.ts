/** Why an exchange was stopped from this side. */
export type Stopped = 'timeout' | 'cancelled' | 'too-large'

/** Everything that may stop an exchange, and the first reason that did. A signal of its own each would cost a run a twentieth. */
export interface Deadline {
  readonly stopped: Stopped | undefined
  stop(reason: Stopped): void
  /** Has somebody told once the exchange is stopped, at once where it was before. Answers with how to take that back. */
  onStop(listener: () => void): () => void
  /** Lets no time pass until the promise is settled: what an exchange waits for on this side is not the target's doing. */
  pause<T>(wait: Promise<T>): Promise<T>
  /** Lets go of timer and listener. */
  release(): void
}

/** A deadline that passes after `timeoutMs`, or as soon as `outer` is aborted. */
export function startDeadline(timeoutMs: number, outer: AbortSignal): Deadline {
  const listeners = new Set<() => void>()
  let stopped: Stopped | undefined
  const stop = (reason: Stopped): void => {
    if (stopped !== undefined) return
    stopped = reason
    for (const listener of listeners) listener()
    listeners.clear()
  }
  const cancel = (): void => stop('cancelled')
  let left = timeoutMs
  let since = performance.now()
  let timer = setTimeout(stop, left, 'timeout')
  if (outer.aborted) cancel()
  else outer.addEventListener('abort', cancel, { once: true })
  return {
    get stopped() {
      return stopped
    },
    stop,
    onStop(listener) {
      if (stopped === undefined) listeners.add(listener)
      else listener()
      return () => listeners.delete(listener)
    },
    async pause(wait) {
      clearTimeout(timer)
      left -= performance.now() - since
      try {
        return await wait
      } finally {
        since = performance.now()
        timer = setTimeout(stop, Math.max(0, left), 'timeout')
      }
    },
    release() {
      clearTimeout(timer)
      outer.removeEventListener('abort', cancel)
    },
  }
}
