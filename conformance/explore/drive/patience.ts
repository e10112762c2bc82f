import type { Clock } from './clock.ts'
import { newScout } from './scout.ts'
import { type Load, type Strain, strainAfter, unstrained } from './strain.ts'

/** Slows a whole run down while its target asks for that. */
export interface Patience {
  /** Waits until a request may be sent. After a pause one goes alone, and the rest wait for how it fares. */
  calm(signal: AbortSignal): Promise<void>
  /** Whether a pause lasts. */
  readonly isHeld: boolean
  /** Takes note of what came of a request that was begun at that time. */
  note(load: Load, begunAt: number): void
  readonly strain: Strain
}

/** Patience with a target that has not asked for any yet. */
export function newPatience(clock: Clock): Patience {
  const scout = newScout()
  let strain = unstrained
  return {
    async calm(signal) {
      while (!signal.aborted) {
        const left = strain.until - clock.now()
        if (left > 0) await clock.sleep(left, signal)
        else if (strain.rounds === 0 || (await scout.goes(signal))) return
      }
    },
    get isHeld() {
      return strain.until > clock.now()
    },
    note(load, begunAt) {
      strain = strainAfter(strain, load, { begunAt, now: clock.now() })
      scout.back()
    },
    get strain() {
      return strain
    },
  }
}
