import type { Exchange } from '../../core/model/exchange.ts'
import type { Observation } from '../../core/model/observation.ts'
import type { Cost } from '../../core/model/operation.ts'
import type { Report } from '../../core/model/report.ts'
import { startTokenComparison, startTraffic } from '../../engine/judge/index.ts'

/** Counts requests, and responses that a gateway would bill. */
export interface Bill {
  readonly total: Cost
  /** The number of downloads of images. */
  readonly downloads: number
  readonly traffic: Required<Pick<Report, 'latencies' | 'traffic' | 'tokenCounts'>>
  add(seen: Observation): void
  /** Counts an exchange if it is a download. Downloads are no requests to an operation, so they are not observed. */
  countDownload(exchange: Exchange): void
}

/** Starts a bill. Every 2xx response counts as billed, regardless of its body. */
export function startBill(): Bill {
  const count = startTraffic()
  const tokens = startTokenComparison()
  let downloads = 0
  return {
    get total() {
      return count.billed()
    },
    get downloads() {
      return downloads
    },
    get traffic() {
      return { ...count.summary(), tokenCounts: tokens.conclude() }
    },
    add: (seen) => {
      count.see(seen)
      tokens.see(seen)
    },
    countDownload: ({ why }) => {
      if (why?.kind === 'image') downloads += 1
    },
  }
}
