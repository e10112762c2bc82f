/** The reason why the suite itself stopped an exchange. */
export type Stopped = 'timeout' | 'cancelled' | 'too-large'

/** The time limit of an exchange, and the other reasons to stop it. */
export interface Deadline {
  /** Aborted once the exchange is stopped. */
  readonly signal: AbortSignal
  /** The first reason; `undefined` if it is not stopped. */
  readonly stopped: Stopped | undefined
  stop(reason: Stopped): void
  shorten(ms: number): void
  /** Stops the clock until the promise is settled, since the target is not responsible for delays in the suite. */
  pause<T>(wait: Promise<T>): Promise<T>
  /** Removes the timer and the listener. */
  release(): void
}

/** Starts a deadline that ends after `timeoutMs`, or when `outer` is aborted. */
export function startDeadline(timeoutMs: number, outer: AbortSignal): Deadline {
  const own = new AbortController()
  let stopped: Stopped | undefined
  const stop = (reason: Stopped): void => {
    stopped ??= reason
    own.abort()
  }
  const cancel = (): void => stop('cancelled')
  let isReleased = false
  let isPaused = false
  let left = timeoutMs
  let since = performance.now()
  let timer = setTimeout(stop, left, 'timeout')
  if (outer.aborted) cancel()
  else outer.addEventListener('abort', cancel, { once: true })
  return {
    signal: own.signal,
    get stopped() {
      return stopped
    },
    stop,
    shorten(ms) {
      if (isPaused) {
        left = Math.min(ms, left)
        return
      }
      clearTimeout(timer)
      left = Math.min(ms, left - (performance.now() - since))
      since = performance.now()
      timer = setTimeout(stop, Math.max(0, left), 'timeout')
    },
    async pause(wait) {
      clearTimeout(timer)
      left -= performance.now() - since
      isPaused = true
      try {
        return await wait
      } finally {
        isPaused = false
        since = performance.now()
        if (!isReleased) timer = setTimeout(stop, Math.max(0, left), 'timeout')
      }
    },
    release() {
      isReleased = true
      clearTimeout(timer)
      outer.removeEventListener('abort', cancel)
    },
  }
}
