import type { Clock } from './clock.ts'

/**
 * The load of a target, as a response shows it: it served; it asked for a pause of this many milliseconds (`asked` is
 * its own `Retry-After`); or the response shows nothing.
 */
export type Load = 'served' | 'unknown' | { readonly pause: number; readonly asked?: number | undefined }

/** The pauses that a target has asked for. */
export interface Pauses {
  /** Times on the clock: the start of the last round of pauses, and the end of its longest pause. */
  readonly since: number
  readonly until: number
  /** The number of rounds since the target last served. */
  readonly rounds: number
  /** The longest wait, in milliseconds, that the target itself asked for since it last served. */
  readonly asked: number | undefined
  /** True if the target has served any request. */
  readonly hasServed: boolean
}

/** Slows the whole run down when its target asks for it. */
export interface Throttle {
  /**
   * Waits until a request may be sent. After a pause, one request is sent alone (half-open), and the rest wait for its
   * response.
   */
  ready(signal: AbortSignal): Promise<void>
  readonly isPaused: boolean
  /** Records the outcome of a request that was started at this time. */
  note(load: Load, startedAt: number): void
  readonly pauses: Pauses
}

const never: Pauses = {
  since: Number.NEGATIVE_INFINITY,
  until: Number.NEGATIVE_INFINITY,
  rounds: 0,
  asked: undefined,
  hasServed: false,
}

/** Creates a throttle for a target that has not asked for a pause yet. */
export function newThrottle(clock: Clock): Throttle {
  const trial = newTrialRequest()
  let pauses = never
  return {
    async ready(signal) {
      while (!signal.aborted) {
        const left = pauses.until - clock.now()
        if (left > 0) await clock.sleep(left, signal)
        else if (pauses.rounds === 0 || (await trial.isTaken(signal))) return
      }
    },
    get isPaused() {
      return pauses.until > clock.now()
    },
    note(load, startedAt) {
      pauses = pausesAfter(pauses, load, { startedAt, now: clock.now() })
      trial.end()
    },
    get pauses() {
      return pauses
    },
  }
}

function pausesAfter(
  before: Pauses,
  load: Load,
  { startedAt, now }: { readonly startedAt: number; readonly now: number },
): Pauses {
  if (load === 'unknown') return before
  if (load === 'served') return { ...before, rounds: 0, asked: undefined, hasServed: true }
  // Requests that were under way when the pause began are part of the same round.
  const isNewRound = before.rounds === 0 || startedAt > before.since
  return {
    ...before,
    ...(isNewRound ? { rounds: before.rounds + 1, since: now } : {}),
    until: Math.max(before.until, now + load.pause),
    asked: load.asked === undefined ? before.asked : Math.max(before.asked ?? 0, load.asked),
  }
}

/** The one request that is sent after a pause while the rest wait for its response. */
interface TrialRequest {
  /**
   * Returns true if the caller may send it. If another request is under way, waits for any response and returns false.
   */
  isTaken(signal: AbortSignal): Promise<boolean>
  /** Wakes the waiting requests, since a response has arrived. */
  end(): void
}

function newTrialRequest(): TrialRequest {
  const waiting = new Set<() => void>()
  let isUnderWay = false
  return {
    async isTaken(signal) {
      const isFirst = !isUnderWay
      isUnderWay = true
      if (!isFirst) await ended(waiting, signal)
      return isFirst
    },
    end() {
      isUnderWay = false
      for (const resolve of waiting) resolve()
      waiting.clear()
    },
  }
}

function ended(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      signal.removeEventListener('abort', done)
      resolve()
    }
    waiting.add(done)
    signal.addEventListener('abort', done, { once: true })
  })
}
