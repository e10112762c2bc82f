import type { Cost } from '../../model/operation.ts'
import type { StopReason } from './shutdown.ts'

/** What a request is sent for: the plan counts on being billed for it, or it is billed only by a target that should reject it, or fails. */
export type Expectation = 'planned' | 'extra'

/** Cost that was set aside for one request. */
interface Reservation {
  /** Gives back what was set aside, less what was really spent. Once. */
  commit(spent: Cost): void
}

/**
 * Keeps accepted model calls and images within their limits: what a request may cost is reserved before it is sent, whether
 * or not it should be accepted, and committed or given back when its reply is there.
 */
export interface BillingBudget {
  /** Reserves `cost`, waiting for others to commit where that may make room; says which limit forbids it when none can. */
  reserve(cost: Cost, expectation: Expectation): Promise<Reservation | { readonly stopReason: StopReason }>
  /**
   * What the plan counted on for a request that nobody bills, since it was rejected, is left to what the rejection leads to;
   * where less is allowed than the plan needs, it stays with the plan.
   */
  leave(cost: Cost): void
  readonly spent: Cost
  readonly limit: Cost
}

const nothing: Cost = { calls: 0, images: 0 }
const endless: Cost = { calls: Number.POSITIVE_INFINITY, images: Number.POSITIVE_INFINITY }

/** What was spent and reserved, in all and by what the plan does not count on. */
interface Account {
  limit: Cost
  spent: Cost
  reserved: Cost
}

interface Waiting {
  readonly cost: Cost
  readonly expectation: Expectation
  readonly answer: (granted: Reservation | { readonly stopReason: StopReason }) => void
}

/**
 * A budget of which the plan itself needs `planned`: what it does not count on may use only the rest, so that a lenient
 * target does not cost the plan its requests. Where less is allowed than the plan needs, that rest is a quarter.
 */
export function newBillingBudget(limit: Cost = endless, planned: Cost = nothing): BillingBudget {
  const total: Account = { limit, spent: nothing, reserved: nothing }
  const shares = { planned: shareOf(limit, planned, 'planned'), extra: shareOf(limit, planned, 'extra') }
  let waiting: readonly Waiting[] = []
  const decide = (
    cost: Cost,
    expectation: Expectation,
  ): Reservation | { readonly stopReason: StopReason } | undefined => {
    const accounts = [total, shares[expectation]]
    const exceeded = accounts.map((account) => exceededBy(cost, account))
    const never = exceeded.find((one) => one?.isForever === true)
    if (never !== undefined) return { stopReason: never.stopReason }
    return exceeded.some((one) => one !== undefined) ? undefined : reservationOf(cost, accounts, serve)
  }
  /** Whoever waits longest comes first, and what costs less may pass. */
  const serve = (): void => {
    const before = waiting
    waiting = []
    for (const one of before) {
      const decision = decide(one.cost, one.expectation)
      if (decision === undefined) waiting = [...waiting, one]
      else one.answer(decision)
    }
  }
  return {
    reserve(cost, expectation) {
      const decision = decide(cost, expectation)
      if (decision !== undefined) return Promise.resolve(decision)
      return new Promise((answer) => {
        waiting = [...waiting, { cost, expectation, answer }]
      })
    },
    leave(cost) {
      const isLeft = (of: keyof Cost) => (limit[of] >= planned[of] ? cost[of] : 0)
      shares.extra.limit = sum(shares.extra.limit, { calls: isLeft('calls'), images: isLeft('images') })
      serve()
    },
    get spent() {
      return total.spent
    },
    limit,
  }
}

/** Does what may cost so much once that is reserved, and commits it where it was billed. */
export async function paidWork<T>(
  budget: BillingBudget,
  { cost, expectation }: { readonly cost: Cost; readonly expectation: Expectation },
  work: () => Promise<T>,
  isBilled: (done: T) => boolean,
): Promise<T | { readonly stopReason: StopReason }> {
  const reserved = await budget.reserve(cost, expectation)
  if ('stopReason' in reserved) return reserved
  let spent = nothing
  try {
    const done = await work()
    if (isBilled(done)) spent = cost
    return done
  } finally {
    reserved.commit(spent)
  }
}

function shareOf(limit: Cost, planned: Cost, expectation: Expectation): Account {
  const share = (of: keyof Cost): number => {
    if (limit[of] >= planned[of]) return expectation === 'planned' ? limit[of] : limit[of] - planned[of]
    const quarter = Math.floor(limit[of] / 4)
    return expectation === 'planned' ? limit[of] - quarter : quarter
  }
  return { limit: { calls: share('calls'), images: share('images') }, spent: nothing, reserved: nothing }
}

const limits: readonly (readonly [keyof Cost, StopReason])[] = [
  ['calls', 'max-billed'],
  ['images', 'max-images'],
]

/** The limit that a further cost would exceed, and whether it would once everything reserved was given back; `undefined` where it fits. */
function exceededBy(cost: Cost, { limit, spent, reserved }: Account) {
  const exceeded = limits
    .filter(([of]) => cost[of] > 0 && spent[of] + reserved[of] + cost[of] > limit[of])
    .map(([of, stopReason]) => ({ stopReason, isForever: spent[of] + cost[of] > limit[of] }))
  return exceeded.find(({ isForever }) => isForever) ?? exceeded[0]
}

function reservationOf(cost: Cost, accounts: readonly Account[], onCommit: () => void): Reservation {
  for (const account of accounts) account.reserved = sum(account.reserved, cost)
  return {
    commit(spent) {
      for (const account of accounts) {
        account.reserved = difference(account.reserved, cost)
        account.spent = sum(account.spent, spent)
      }
      onCommit()
    },
  }
}

function difference(one: Cost, other: Cost): Cost {
  return { calls: one.calls - other.calls, images: one.images - other.images }
}

function sum(one: Cost, other: Cost): Cost {
  return { calls: one.calls + other.calls, images: one.images + other.images }
}
