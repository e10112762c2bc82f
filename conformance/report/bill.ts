import { startTraffic, type TrafficCount } from '../judge/index.ts'
import type { Observation } from '../model/observation.ts'
import type { Cost } from '../model/operation.ts'

/** Counts requests, and responses that a gateway would bill. */
export interface Bill {
  readonly total: Cost
  /** Counts and latencies by operation. */
  readonly traffic: ReturnType<TrafficCount['summary']>
  add(seen: Observation): void
}

/** Starts a bill. Every 2xx response counts as billed, regardless of its body. */
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
