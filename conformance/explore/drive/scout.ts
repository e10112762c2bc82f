/** After a pause one request goes ahead alone, and the rest wait for how it fares. */
export interface Scout {
  /** Whether the one who asks is to go ahead. Where another has, this waits until any answer came back, and says no. */
  goes(signal: AbortSignal): Promise<boolean>
  /** An answer came back: whoever waits looks again. */
  back(): void
}

export function newScout(): Scout {
  const waiting = new Set<() => void>()
  let isAway = false
  return {
    async goes(signal) {
      const isFirst = !isAway
      isAway = true
      if (!isFirst) await answered(waiting, signal)
      return isFirst
    },
    back() {
      isAway = false
      for (const resolve of waiting) resolve()
      waiting.clear()
    },
  }
}

function answered(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      signal.removeEventListener('abort', done)
      resolve()
    }
    waiting.add(done)
    signal.addEventListener('abort', done, { once: true })
  })
}
