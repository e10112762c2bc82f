import type { Clock } from './clock.ts'

/**
 * The load of a target, as a response shows it: it served; it asked for a pause of this many milliseconds (`asked` is
 * its own `Retry-After`); or the response shows nothing.
 */
export type Load = 'served' | 'unknown' | { readonly pause: number; readonly asked?: number | undefined }

/** The pauses that a target has asked for. */
export interface Pauses {
  /** The time on the clock when the longest pause ends. */
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
   * Waits until a request may be sent. After a pause, one request is sent alone, and the rest wait for its response.
   * Each request that is served then lets one more run at once, at the pace that the target has kept up so far.
   */
  ready(signal: AbortSignal): Promise<Slot>
  readonly pauses: Pauses
}

/** The permission to send one request. */
export interface Slot {
  /** False if a pause began or was extended since it was given. */
  readonly isValid: boolean
  /** Returns it, with the load that the response shows. */
  end(load: Load): void
}

const never: Pauses = { until: Number.NEGATIVE_INFINITY, rounds: 0, asked: undefined, hasServed: false }

/** Creates a throttle for a target that has not asked for a pause yet. */
export function newThrottle(clock: Clock): Throttle {
  const waiting = newWaiting()
  const pace = newPace()
  let pauses = never
  // The requests since the last pause began. Those that were under way then belong to the round before.
  let round = { most: Number.POSITIVE_INFINITY, underWay: 0 }
  const slotIn = (own: typeof round): Slot => {
    const { until } = pauses
    own.underWay += 1
    return {
      get isValid() {
        return own === round && until === pauses.until
      },
      end(load) {
        own.underWay -= 1
        const isCurrent = own === round
        const isNewRound = typeof load === 'object' && (isCurrent || pauses.rounds === 0)
        if (load === 'served') pace.noteServed(clock.now(), isCurrent && round.most === 1)
        if (load === 'served' && isCurrent) round.most += 1
        if (isNewRound) round = { most: 1, underWay: 0 }
        pauses = pausesAfter(pauses, load, isNewRound, clock.now())
        waiting.wake()
      },
    }
  }
  return {
    async ready(signal) {
      while (!signal.aborted) {
        const left = Math.max(pauses.until, pace.nextStart) - clock.now()
        if (left > 0) await clock.sleep(left, signal)
        else if (round.underWay >= round.most) await waiting.next(signal)
        else break
      }
      pace.noteStart(clock.now())
      return slotIn(round)
    },
    get pauses() {
      return pauses
    },
  }
}

function pausesAfter(before: Pauses, load: Load, isNewRound: boolean, now: number): Pauses {
  if (load === 'unknown') return before
  if (load === 'served') return { ...before, rounds: 0, asked: undefined, hasServed: true }
  return {
    ...before,
    rounds: before.rounds + Number(isNewRound),
    until: Math.max(before.until, now + load.pause),
    asked: load.asked === undefined ? before.asked : Math.max(before.asked ?? 0, load.asked),
  }
}

/** The slowest pace: the longest time between two starts, in milliseconds. */
const longestBetween = 8000

/** Each request that is served shortens the time between two starts by this factor, so that a run speeds up again. */
const speedUp = 0.9

/** A pace helps if the target serves more than this many times as many requests in a row as without a pace. */
const leastGain = 1.5

/** The pace of a run: how soon a request may follow the one before. */
interface Pace {
  readonly nextStart: number
  noteStart(now: number): void
  /** Notes a request that was served, and whether it is the first one after pauses. */
  noteServed(now: number, isAfterPause: boolean): void
}

/**
 * Creates a pace that is unlimited at first. After pauses, it becomes the average of what the target served from the
 * pauses before them until now, since more would only lead to the next pause. It is never slower than the average of a
 * row without a pace. If the target does not serve more in a row at that pace than without one, its pauses have another
 * cause, and the pace is unlimited again.
 */
function newPace(): Pace {
  let last = Number.NEGATIVE_INFINITY
  let between = 0
  let isPaced = false
  /** The number of requests served in a row, and the time of the first one. */
  let row = { count: 0, since: 0 }
  /** The last row without a pace: its length, and the average time for a request. */
  let unpaced = { length: 0, average: 0 }
  const setPace = (now: number): void => {
    const average = (now - row.since) / row.count
    if (!isPaced) unpaced = { length: row.count, average }
    isPaced = !isPaced || row.count > leastGain * unpaced.length
    between = isPaced ? Math.min(longestBetween, average, unpaced.average) : 0
  }
  return {
    get nextStart() {
      return last + between
    },
    noteStart(now) {
      last = now
    },
    noteServed(now, isAfterPause) {
      if (isAfterPause && row.count > 0) setPace(now)
      else between *= speedUp
      row = isAfterPause || row.count === 0 ? { count: 1, since: now } : { ...row, count: row.count + 1 }
    },
  }
}

/** The requests that wait for a response to another one. */
interface Waiting {
  /** Waits until a response arrives. */
  next(signal: AbortSignal): Promise<void>
  /** Wakes all, since a response has arrived. */
  wake(): void
}

function newWaiting(): Waiting {
  const waiting = new Set<() => void>()
  return {
    next: (signal) =>
      new Promise((resolve) => {
        const done = () => {
          signal.removeEventListener('abort', done)
          resolve()
        }
        waiting.add(done)
        signal.addEventListener('abort', done, { once: true })
      }),
    wake() {
      for (const resolve of waiting) resolve()
      waiting.clear()
    },
  }
}
