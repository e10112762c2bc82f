import { startTraffic, type TrafficCount } from '../judge/index.ts'
import type { Observation } from '../model/observation.ts'
import type { Cost } from '../model/operation.ts'

/** Adds up what a gateway would bill, and what was sent for it. */
export interface Bill {
  readonly total: Cost
  /** The same by operation, with how long it took. */
  readonly traffic: ReturnType<TrafficCount['summary']>
  add(seen: Observation): void
}

/** A bill over exchanges: what was answered with a 2xx has been worked for, however the answer looks. */
export function startBill(): Bill {
  const count = startTraffic()
  return {
    get total() {
      return count.billed()
    },
    get traffic() {
      return count.summary()
    },
    add: count.see,
  }
}
