import type { Bounds } from './bounds.ts'
import type { Clock } from './clock.ts'

/** Spaces starts as the rate allows. */
export interface Pace {
  /** Takes the next start and waits for it. */
  slot(signal: AbortSignal): Promise<void>
  /** When the rate allows the next start, on the clock. */
  readonly nextStart: number
}

/** The first start is now, or when the bounds allow it; without a rate so are all others. */
export function newPace({ rate, notBefore = Number.NEGATIVE_INFINITY }: Bounds, clock: Clock): Pace {
  let nextStart = Math.max(clock.now(), notBefore)
  return {
    async slot(signal) {
      const start = Math.max(clock.now(), nextStart)
      if (rate !== undefined) nextStart = start + 1000 / rate
      if (start > clock.now()) await clock.sleep(start - clock.now(), signal)
    },
    get nextStart() {
      return nextStart
    },
  }
}
