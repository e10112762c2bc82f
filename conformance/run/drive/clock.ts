/** Time as scheduling needs it; tests pass their own. */
export interface Clock {
  /** Milliseconds from any fixed point. */
  now(): number
  /** Resolves after that many milliseconds, or as soon as the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/** Time as the machine has it. */
export const machineClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      signal.addEventListener('abort', done, { once: true })
    }),
}
