import { startTokenComparison, startTraffic } from '../judge/index.ts'
import type { Observation } from '../model/observation.ts'
import type { Cost } from '../model/operation.ts'
import type { Report } from '../model/report.ts'

/** Counts requests, and responses that a gateway would bill. */
export interface Bill {
  readonly total: Cost
  /** Counts, latencies and token counts by operation. */
  readonly traffic: Required<Pick<Report, 'latencies' | 'traffic' | 'tokenCounts'>>
  add(seen: Observation): void
}

/** Starts a bill. Every 2xx response counts as billed, regardless of its body. */
export function startBill(): Bill {
  const count = startTraffic()
  const tokens = startTokenComparison()
  return {
    get total() {
      return count.billed()
    },
    get traffic() {
      return { ...count.summary(), tokenCounts: tokens.conclude() }
    },
    add: (seen) => {
      count.see(seen)
      tokens.see(seen)
    },
  }
}
