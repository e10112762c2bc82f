import type { Cost } from '../../core/model/operation.ts'
import type { StopReason } from './shutdown.ts'
import { type Beyond, takeOne } from './spending.ts'

/** Sends versions of one request, one after the other, within limits. */
export interface Trials {
  /** The number of versions that were sent. */
  readonly count: number
  /** True if the limits allow no further version. */
  readonly isOver: boolean
  /**
   * Sends the next version, whose number counts from 1. Returns what `send` returns, or `undefined` if it was not sent.
   * `cost` is the price of the version if it is accepted.
   */
  next<T extends object>(
    cost: Cost,
    send: (number: number) => Promise<T | { readonly stopReason: StopReason }>,
  ): Promise<T | undefined>
}

/** The limits of trials: their own, and the budget of the run that they share with others. */
interface TrialLimits {
  readonly most: number
  readonly shared?: { readonly left: Beyond; readonly of: keyof Beyond }
}

export function newTrials({ most, shared }: TrialLimits): Trials {
  let count = 0
  let isStopped = false
  const isOver = () => isStopped || count >= most || (shared !== undefined && shared.left[shared.of] <= 0)
  return {
    get count() {
      return count
    },
    get isOver() {
      return isOver()
    },
    async next(cost, send) {
      if (isOver()) return undefined
      const tried = await send(count + 1)
      if ('stopReason' in tried) {
        // A version with fewer images may still be within the budget.
        isStopped = tried.stopReason !== 'max-images' || cost.images <= 1
        return undefined
      }
      count += 1
      if (shared !== undefined) takeOne(shared.left, shared.of)
      return tried
    },
  }
}
