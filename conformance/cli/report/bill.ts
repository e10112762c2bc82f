import type { Observation } from '../../model/observation.ts'
import type { Cost } from '../../model/operation.ts'

/** Adds up what a gateway would bill. */
export interface Bill {
  readonly total: Cost
  add(seen: Observation): void
}

/** A bill over exchanges: what was answered with a 2xx has been worked for, however the answer looks. */
export function startBill(): Bill {
  let total: Cost = { calls: 0, images: 0 }
  return {
    get total() {
      return total
    },
    add({ reception, operation, request }) {
      if (reception !== 'accepted' && reception !== 'unrecognised') return
      const { calls, images } = operation.cost(request.value)
      total = { calls: total.calls + calls, images: total.images + images }
    },
  }
}
