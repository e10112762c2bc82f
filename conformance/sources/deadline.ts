/** Why an exchange was stopped from this side. */
export type Stopped = 'timeout' | 'cancelled' | 'too-large'

/** One signal for everything that may stop an exchange, and the first reason that did. */
export interface Deadline {
  readonly signal: AbortSignal
  readonly stopped: Stopped | undefined
  stop(reason: Stopped): void
  /** Lets no time pass until the promise is settled: what an exchange waits for on this side is not the target's doing. */
  pause<T>(wait: Promise<T>): Promise<T>
  /** Lets go of timer and listener. */
  release(): void
}

/** A deadline that passes after `timeoutMs`, or as soon as `outer` is aborted. */
export function startDeadline(timeoutMs: number, outer: AbortSignal): Deadline {
  const inner = new AbortController()
  let stopped: Stopped | undefined
  const stop = (reason: Stopped): void => {
    stopped ??= reason
    inner.abort()
  }
  const cancel = (): void => stop('cancelled')
  let left = timeoutMs
  let since = performance.now()
  let timer = setTimeout(stop, left, 'timeout')
  if (outer.aborted) cancel()
  else outer.addEventListener('abort', cancel, { once: true })
  return {
    signal: inner.signal,
    get stopped() {
      return stopped
    },
    stop,
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
