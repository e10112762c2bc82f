import type { Clock } from './clock.ts'

/** For tests: a clock that advances to the next sleeper whenever everything else is idle. */
export interface VirtualClock extends Clock {
  /** Lets time pass until the work is done. */
  until<T>(work: Promise<T>): Promise<T>
}

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

export function virtualClock(): VirtualClock {
  const sleepers = new Set<Sleeper>()
  let now = 0
  const next = (): void => {
    const first = [...sleepers].sort((one, other) => one.at - other.at)[0]
    if (first === undefined) return
    now = Math.max(now, first.at)
    first.wake()
  }
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const sleeper = { at: now + ms, wake: () => done() }
        const done = () => {
          sleepers.delete(sleeper)
          resolve()
        }
        if (signal.aborted) return resolve()
        sleepers.add(sleeper)
        signal.addEventListener('abort', done, { once: true })
      }),
    async until(work) {
      let isDone = false
      const finished = work.finally(() => {
        isDone = true
      })
      while (!isDone) {
        await new Promise((resolve) => setImmediate(resolve))
        if (!isDone) next()
      }
      return finished
    },
  }
}
