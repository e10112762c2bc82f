/** Why an exchange was stopped from this side. */
export type Stopped = 'timeout' | 'cancelled' | 'too-large'

/** Everything that may stop an exchange. */
export interface Deadline {
  /** Aborted once the exchange is stopped. */
  readonly signal: AbortSignal
  /** The first reason for which it was. */
  readonly stopped: Stopped | undefined
  stop(reason: Stopped): void
  /** Leaves no more than so many milliseconds. */
  shorten(ms: number): void
  /** Lets no time pass until the promise is settled: what an exchange waits for on this side is not the target's doing. */
  pause<T>(wait: Promise<T>): Promise<T>
  /** Lets go of timer and listener. */
  release(): void
}

/** A deadline that passes after `timeoutMs`, or as soon as `outer` is aborted. */
export function startDeadline(timeoutMs: number, outer: AbortSignal): Deadline {
  const own = new AbortController()
  let stopped: Stopped | undefined
  const stop = (reason: Stopped): void => {
    stopped ??= reason
    own.abort()
  }
  const cancel = (): void => stop('cancelled')
  let isReleased = false
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
      clearTimeout(timer)
      left = Math.min(ms, left - (performance.now() - since))
      since = performance.now()
      timer = setTimeout(stop, Math.max(0, left), 'timeout')
    },
    async pause(wait) {
      clearTimeout(timer)
      left -= performance.now() - since
      try {
        return await wait
      } finally {
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
