import type { Clock } from './clock.ts'

/**
 * What an answer says about the target's load: it served; it asked for a pause, which is to take so many
 * milliseconds, `asked` being what it said itself; or there was nothing to learn from it.
 */
export type Load = 'served' | 'unknown' | { readonly pause: number; readonly asked?: number | undefined }

/** Slows a whole run down while its target asks for that. */
export interface Patience {
  /** Waits until a request may be sent. After a pause one goes alone, and the rest wait for how it fares. */
  calm(signal: AbortSignal): Promise<void>
  /** Whether a pause lasts. */
  readonly isHeld: boolean
  /** Takes note of what came of a request that was begun at that time. */
  note(load: Load, begunAt: number): void
  /** How many pauses there were since the target last served. */
  readonly rounds: number
  /** The longest that the target itself asked to wait since it last served, in milliseconds. */
  readonly asked: number | undefined
  /** Whether the target has served anything yet. */
  readonly hasServed: boolean
}

/** Patience with a target that has not asked for any yet. */
export function newPatience(clock: Clock): Patience {
  const waiting = new Set<() => void>()
  let heldSince = Number.NEGATIVE_INFINITY
  let until = Number.NEGATIVE_INFINITY
  let rounds = 0
  let asked: number | undefined
  let hasServed = false
  let isAsking = false
  const wake = () => {
    isAsking = false
    for (const resolve of waiting) resolve()
    waiting.clear()
  }
  const hold = (pause: number, begunAt: number) => {
    const now = clock.now()
    // What was under way when the pause began is part of the same round.
    if (rounds === 0 || begunAt > heldSince) {
      rounds += 1
      heldSince = now
    }
    until = Math.max(until, now + pause)
  }
  return {
    async calm(signal) {
      while (!signal.aborted) {
        const left = until - clock.now()
        if (left > 0) await clock.sleep(left, signal)
        else if (rounds === 0) return
        else if (isAsking) await answered(waiting, signal)
        else {
          isAsking = true
          return
        }
      }
    },
    get isHeld() {
      return until > clock.now()
    },
    note(load, begunAt) {
      if (load === 'served') {
        rounds = 0
        asked = undefined
        hasServed = true
      } else if (load !== 'unknown') {
        hold(load.pause, begunAt)
        if (load.asked !== undefined) asked = Math.max(asked ?? 0, load.asked)
      }
      wake()
    },
    get rounds() {
      return rounds
    },
    get asked() {
      return asked
    },
    get hasServed() {
      return hasServed
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
