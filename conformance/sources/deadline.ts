/** Why an exchange was stopped from this side. */
export type Stopped = 'timeout' | 'cancelled' | 'too-large'

/** One signal for everything that may stop an exchange, and the first reason that did. */
export interface Deadline {
  readonly signal: AbortSignal
  readonly stopped: Stopped | undefined
  stop(reason: Stopped): void
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
  const timer = setTimeout(stop, timeoutMs, 'timeout')
  if (outer.aborted) cancel()
  else outer.addEventListener('abort', cancel, { once: true })
  return {
    signal: inner.signal,
    get stopped() {
      return stopped
    },
    stop,
    release() {
      clearTimeout(timer)
      outer.removeEventListener('abort', cancel)
    },
  }
}
