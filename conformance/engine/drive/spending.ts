import type { Cost } from '../../core/model/operation.ts'
import { type BillingBudget, newBillingBudget } from './billing-budget.ts'

/** The numbers of requests that a run may send beyond its plan, by purpose. */
export interface Beyond {
  /** Requests sent again because the target was busy or failed. */
  retries: number
  /** Control requests that show whether a target serves others while one meets trouble. */
  controls: number
  /** Control requests that generate images. They have their own limit, to leave images for the plan. */
  dearControls: number
  /** Valid requests that were rejected, sent again in smaller versions. */
  rejections: number
  /** Requests that failed, sent again beside accepted ones, since a single failure may be chance. */
  proofs: number
  /** Requests of failing requirements, sent again in smaller versions. */
  shrinking: number
}

/** The budgets of a run. */
export interface Spending {
  readonly billing: BillingBudget
  /** The remaining requests beyond the plan. */
  readonly left: Beyond
}

/**
 * The number of retries and of proofs, as a share of the plan. A target that is busy for every fourth request needs half
 * of the retries.
 */
const share = 0.5
const shareOfProofs = 0.75

export const mostShrinking = 200

const mostForRejections = 200

/** The most control requests when the target is in trouble. */
const mostControls = 60

/** The most control requests that generate images. */
const mostDearControls = 6

/** Returns the budget beyond a plan of this many requests. */
export function beyondPlan(requests: number): Readonly<Beyond> {
  return {
    retries: 20 + Math.ceil(requests * share),
    proofs: 60 + Math.ceil(requests * shareOfProofs),
    controls: mostControls,
    dearControls: mostDearControls,
    rejections: mostForRejections,
    shrinking: mostShrinking,
  }
}

/** Creates the spending of a run that has not begun. */
export function newSpending(limit?: Cost, planned?: Cost, beyond = beyondPlan(Number.POSITIVE_INFINITY)): Spending {
  return { billing: newBillingBudget(limit, planned), left: { ...beyond } }
}

/** Takes one from a budget. Returns whether any was left. */
export function takeOne(left: Beyond, of: keyof Beyond): boolean {
  if (left[of] <= 0) return false
  left[of] -= 1
  return true
}
