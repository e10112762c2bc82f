import type { Clock } from './clock.ts'

/**
 * The load of a target as a response shows it: it served; it asked for a pause of so many milliseconds, `asked` being
 * what it said itself; or there was nothing to learn from it.
 */
export type Load = 'served' | 'unknown' | { readonly pause: number; readonly asked?: number | undefined }

/** The pauses that a target has asked for. */
export interface Pauses {
  /** On the clock: when the last round of pauses began, and when the longest of its pauses is over. */
  readonly since: number
  readonly until: number
  /** The number of rounds since the target last served. */
  readonly rounds: number
  /** The longest that the target itself asked to wait since it last served, in milliseconds. */
  readonly asked: number | undefined
  /** True if the target has served anything yet. */
  readonly hasServed: boolean
}

/** Slows a whole run down while its target asks for that. */
export interface Throttle {
  /**
   * Waits until a request may be sent. After a pause one is sent alone (half-open), and the rest wait for its response.
   */
  ready(signal: AbortSignal): Promise<void>
  /** True if a pause lasts. */
  readonly isPaused: boolean
  /** Takes note of what came of a request that was started at that time. */
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

/** A throttle for a target that has not asked for a pause yet. */
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

/** The pauses once a request that was started at some time on the clock has come to this. */
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
  /** Returns whether the one who asks takes it. Where another has, this waits until any response came, and says no. */
  isTaken(signal: AbortSignal): Promise<boolean>
  /** A response came: those that wait look again. */
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
