import { type Cost, type Operation, totalCost } from '../../../core/model/operation.ts'
import type { Case, Plan, Probe } from '../../../core/model/plan.ts'
import { endpoints } from '../../../core/model/vocabulary.ts'
import { mostExplicit } from '../../../engine/drive/explicit-base.ts'
import { beyondPlan, newSpending, type Spending } from '../../../engine/drive/spending.ts'
import { defaultLimit, explorationCost, type Total } from '../../../engine/plan/budget.ts'
import { plainCases } from '../../../engine/plan/plain-cases.ts'
import { mostFetched } from '../../../specification/areas/images/image-fetches.ts'
import type { RunOptions } from '../../config/run-options.ts'
import { mostLooks } from '../preflight/looks.ts'

/** The cost of a run: with a conforming target, and at worst. */
export interface CostEstimate {
  readonly expected: Total
  /** Never exceeded. `requests` is absent if only a time limits them. */
  readonly worst: Cost & { readonly requests?: number }
  /** The part of the worst cost that is beyond the plan. */
  readonly beyond: CostBeyondPlan
}

/** The most requests beyond a plan, by purpose. */
export interface CostBeyondPlan {
  /** Steps of probes that follow only if a valid request was rejected. */
  readonly probes: number
  /** Control requests when the target is in trouble. */
  readonly controls: number
  /** Valid requests that were rejected, sent again in smaller versions. */
  readonly rejections: number
  /** Plain requests that were rejected, sent again with their defaults named. */
  readonly explicit: number
  /** Requests that failed, sent again beside accepted ones. */
  readonly proofs: number
  /** Requests of failing requirements, sent again in smaller versions. */
  readonly shrinking: number
  /** Requests sent again because the target was busy or failed. */
  readonly retries: number
  /** Requests drawn after the plan is sent. */
  readonly exploration: number
  /** Fetches of images that replies name. */
  readonly fetches: number
  /**
   * Requests that check whether the target is at another base URL, still answers, or serves operations outside its
   * shard.
   */
  readonly looks: number
}

/** The options of a run that decide its cost. */
export type PricedOptions = Pick<RunOptions, 'profile' | 'explore' | 'maxRequests' | 'maxBilled' | 'maxImages'>

export function costEstimateOf(plan: Plan, options: PricedOptions, operations: readonly Operation[]): CostEstimate {
  const beyond = beyondOf(plan, options)
  const all = plan.requests + Object.values(beyond).reduce((sum, count) => sum + count, 0)
  const isOpenEnded = options.explore !== undefined && 'seconds' in options.explore
  const requests = isOpenEnded ? options.maxRequests : Math.min(all, options.maxRequests ?? Number.POSITIVE_INFINITY)
  const limit = limitOf(plan, options)
  const possible = possibleCost(plan, requests ?? Number.POSITIVE_INFINITY, operations)
  return {
    expected: { requests: Math.min(plan.requests, requests ?? plan.requests), ...lesser(plan.cost, limit) },
    worst: { requests, ...lesser(possible, limit) },
    beyond,
  }
}

/**
 * Returns the most requests that may pass the scheduler. Preflight looks bypass it, and are not sent with
 * `--max-requests`.
 */
export function mostScheduled(
  { worst: { requests } }: CostEstimate,
  { maxRequests }: PricedOptions,
): number | undefined {
  if (requests === undefined) return undefined
  return maxRequests === undefined ? requests - mostLooks : Math.min(requests, maxRequests)
}

/**
 * Returns the most calls and images that the target may accept: the user's limit, or else the default of the profile.
 */
export function limitOf(plan: Plan, options: PricedOptions): Cost {
  const usual = defaultLimit(plan, options)
  return { calls: options.maxBilled ?? usual.calls, images: options.maxImages ?? usual.images }
}

function beyondOf(plan: Plan, { explore }: PricedOptions): CostBeyondPlan {
  const exploration = explore !== undefined && 'requests' in explore ? explore.requests : 0
  const { retries, controls, rejections, proofs, shrinking } = beyondPlan(plan.requests + exploration)
  return {
    probes: plan.probes.reduce((sum, { ifRejected }) => sum + (ifRejected?.requests ?? 0), 0),
    controls,
    rejections,
    proofs,
    shrinking,
    retries,
    exploration,
    explicit: plainCases(plan).length * mostExplicit,
    fetches: mostFetches(plan),
    looks: mostLooks + endpoints.length,
  }
}

/** The most images that one request can ask for. */
const mostImages = 10

/** Returns the highest cost of a number of requests to the operations of the plan. */
function possibleCost({ cases, probes }: Plan, requests: number, operations: readonly Operation[]): Cost {
  const asked = new Set([...cases, ...probes].map(({ operation }: Case | Probe) => operation))
  const own = operations.filter(({ id }) => asked.has(id))
  const costs = own.map((operation) => operation.cost({}))
  const hasCalls = costs.some(({ calls }) => calls > 0)
  const hasImages = costs.some(({ images }) => images > 0)
  return { calls: hasCalls ? requests : 0, images: hasImages ? requests * mostImages : 0 }
}

function lesser(one: Cost, other: Cost): Cost {
  return { calls: Math.min(one.calls, other.calls), images: Math.min(one.images, other.images) }
}

/** Returns the most images that a run of this plan fetches from addresses in replies; 0 if it generates none. */
function mostFetches({ cases, probes, cost }: Plan): number {
  const named = [...cases, ...probes].some(({ operation }) => operation.startsWith('images.'))
  return named ? 2 * Math.min(mostFetched, cost.images) : 0
}

/** Returns the budgets that all parts of a run share. */
export function spendingFor(plan: Plan, options: PricedOptions): Spending {
  const { explore } = options
  const drawn = explore !== undefined && 'requests' in explore ? explore.requests : 0
  return newSpending(
    limitOf(plan, options),
    totalCost([plan.cost, explorationCost(explore)]),
    beyondPlan(plan.requests + drawn),
  )
}
