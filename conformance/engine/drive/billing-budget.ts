import type { RecordedRequest } from '../../core/model/exchange.ts'
import { type Cost, type Operation, totalCost } from '../../core/model/operation.ts'
import type { StopReason } from './shutdown.ts'

/**
 * The purpose of a request, for billing:
 *
 * - `planned`: the plan counts on being billed for it
 * - `violation`: a single-violation request, billed only if the target accepts it by mistake
 * - `extra`: any other request outside the plan, such as a probe of wrong credentials
 */
export type Expectation = 'planned' | 'violation' | 'extra'

/** Cost that is set aside for one request. */
interface Reservation {
  /** Releases the reservation and books `spent` instead. Called once. */
  commit(spent: Cost): void
}

/** A reservation, or the limit that forbids it. */
type Granted = Reservation | { readonly stopReason: StopReason }

/**
 * Keeps accepted model calls and images within their limits. The possible cost of each request is reserved before it is
 * sent, and committed or released when its reply arrives.
 */
export interface BillingBudget {
  /**
   * Reserves `cost`, and waits for commits of others that may make room. Returns the limit that forbids it if none can.
   */
  reserve(cost: Cost, expectation: Expectation): Promise<Granted>
  /**
   * Gives the planned cost of a rejected request, which is not billed, to the extra requests that the rejection causes.
   * If the limit is below the plan's needs, the plan keeps it.
   */
  leave(cost: Cost): void
  /**
   * Keeps half of the extra budget for later requests, until the returned function is called. Amounts passed to `leave`
   * meanwhile become available then.
   */
  keepHalf(): () => void
  /** Keeps this much of the extra budget, or half of it if that is less, until the returned function is called. */
  keep(cost: Cost): () => void
  readonly spent: Cost
  readonly limit: Cost
}

const nothing: Cost = { calls: 0, images: 0 }
const endless: Cost = { calls: Number.POSITIVE_INFINITY, images: Number.POSITIVE_INFINITY }

/** The amounts spent and reserved. */
interface Account {
  limit: Cost
  spent: Cost
  reserved: Cost
  /** The part of the limit that is kept for later. */
  kept: Cost
}

interface Waiting {
  readonly cost: Cost
  readonly expectation: Expectation
  readonly answer: (granted: Granted) => void
}

/**
 * Returns a budget for a plan that costs `planned`. Requests that the plan does not count on may use only the rest, so
 * a lenient target does not take requests away from the plan. If the limit is below the plan's needs, that rest is a
 * quarter of the limit.
 */
export function newBillingBudget(limit: Cost = endless, planned: Cost = nothing): BillingBudget {
  const total = newAccount(limit)
  const forPlan = newAccount(shareOf(limit, planned, 'planned'))
  const extra = newAccount(shareOf(limit, planned, 'extra'))
  let isHalfKept = false
  let left = nothing
  const { reserve, serve } = newQueue((expectation) => (expectation === 'planned' ? [total, forPlan] : [total, extra]))
  return {
    reserve,
    leave(cost) {
      const isLeft = (of: keyof Cost) => (limit[of] >= planned[of] ? cost[of] : 0)
      left = totalCost([left, { calls: isLeft('calls'), images: isLeft('images') }])
      if (!isHalfKept) takeUp()
    },
    keepHalf() {
      extra.kept = halfOf(difference(extra.limit, extra.spent))
      isHalfKept = true
      return () => {
        extra.kept = nothing
        isHalfKept = false
        takeUp()
      }
    },
    keep(cost) {
      const room = difference(extra.limit, extra.spent)
      const most = (of: keyof Cost): number => Math.min(cost[of], Math.floor(room[of] / 2))
      extra.kept = { calls: most('calls'), images: most('images') }
      return () => {
        extra.kept = nothing
        serve()
      }
    },
    get spent() {
      return total.spent
    },
    limit,
  }

  function takeUp(): void {
    extra.limit = totalCost([extra.limit, left])
    left = nothing
    serve()
  }
}

/** Reserves costs in accounts, and queues requests that fit only after commits of others. */
function newQueue(
  accountsFor: (expectation: Expectation) => readonly Account[],
): Pick<BillingBudget, 'reserve'> & { readonly serve: () => void } {
  let waiting: readonly Waiting[] = []
  const decide = ({ cost, expectation }: Omit<Waiting, 'answer'>): Granted | undefined => {
    const accounts = accountsFor(expectation)
    const exceeded = accounts.map((account) => exceededBy(cost, account))
    const never = exceeded.find((one) => one?.isForever === true)
    if (never !== undefined) return { stopReason: never.stopReason }
    return exceeded.some((one) => one !== undefined) ? undefined : reservationOf(cost, accounts, serve)
  }
  /**
   * Serves the longest waiting request of each kind first. A cheaper one does not pass it: the order of commits must
   * not matter.
   */
  const serve = (): void => {
    const before = waiting
    const stuck = new Set<Expectation>()
    waiting = []
    for (const one of before) {
      const decision = stuck.has(one.expectation) ? undefined : decide(one)
      if (decision !== undefined) one.answer(decision)
      else {
        stuck.add(one.expectation)
        waiting = [...waiting, one]
      }
    }
  }
  const reserve = (cost: Cost, expectation: Expectation): Promise<Granted> => {
    const isFree = cost.calls + cost.images === 0
    const isStuck = !isFree && waiting.some((one) => one.expectation === expectation)
    const decision = isStuck ? undefined : decide({ cost, expectation })
    if (decision !== undefined) return Promise.resolve(decision)
    return new Promise((answer) => {
      waiting = [...waiting, { cost, expectation, answer }]
    })
  }
  return { reserve, serve }
}

/** Reserves a cost, does the work, and commits the cost if the work was billed. */
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

function newAccount(limit: Cost): Account {
  return { limit, spent: nothing, reserved: nothing, kept: nothing }
}

function shareOf(limit: Cost, planned: Cost, kind: 'planned' | 'extra'): Cost {
  const share = (of: keyof Cost): number => {
    if (limit[of] >= planned[of]) return kind === 'planned' ? limit[of] : limit[of] - planned[of]
    const quarter = Math.floor(limit[of] / 4)
    return kind === 'planned' ? limit[of] - quarter : quarter
  }
  return { calls: share('calls'), images: share('images') }
}

function halfOf({ calls, images }: Cost): Cost {
  return { calls: Math.ceil(calls / 2), images: Math.ceil(images / 2) }
}

const limits: readonly (readonly [keyof Cost, StopReason])[] = [
  ['calls', 'max-billed'],
  ['images', 'max-images'],
]

/**
 * Returns the limit that a further cost would exceed, and whether it would do so even without the reservations of
 * others; `undefined` if the cost fits.
 */
function exceededBy(cost: Cost, { limit, spent, reserved, kept }: Account) {
  const certain = (of: keyof Cost): number => spent[of] + kept[of] + cost[of]
  const exceeded = limits
    .filter(([of]) => cost[of] > 0 && reserved[of] + certain(of) > limit[of])
    .map(([of, stopReason]) => ({ stopReason, isForever: certain(of) > limit[of] }))
  return exceeded.find(({ isForever }) => isForever) ?? exceeded[0]
}

function reservationOf(cost: Cost, accounts: readonly Account[], onCommit: () => void): Reservation {
  for (const account of accounts) account.reserved = totalCost([account.reserved, cost])
  return {
    commit(spent) {
      for (const account of accounts) {
        account.reserved = difference(account.reserved, cost)
        account.spent = totalCost([account.spent, spent])
      }
      onCommit()
    },
  }
}

function difference(one: Cost, other: Cost): Cost {
  return { calls: one.calls - other.calls, images: one.images - other.images }
}

/** Returns the cost that a gateway bills for a request that it accepts. */
export function costOf({ operations }: { readonly operations: readonly Operation[] }, request: RecordedRequest): Cost {
  const operation = operations.find((one) => one.matches(request))
  return operation?.cost(operation.read(request)) ?? { calls: 0, images: 0 }
}
