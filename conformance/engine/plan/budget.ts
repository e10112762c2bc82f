import { type Cost, totalCost } from '../../core/model/operation.ts'
import type { Case, Probe } from '../../core/model/plan.ts'
import type { Profile } from '../../core/model/vocabulary.ts'

/** The amount of exploration after a plan: a number of requests, or a time. */
export type Exploration = { readonly requests: number } | { readonly seconds: number }

/** The ceilings of a profile's planned model calls and images. */
export const ceilings = {
  smoke: { calls: 30, images: 8 },
  standard: { calls: 300, images: 88 },
  thorough: { calls: 800, images: 400 },
} as const

/** The default limits of model calls and images that targets may accept. No conforming target reaches them. */
export const usualLimits: Readonly<Record<Profile, Cost>> = {
  smoke: { calls: 40, images: 20 },
  standard: { calls: 600, images: 120 },
  thorough: { calls: 1000, images: 500 },
}

/**
 * Returns whether the plan can afford that a target wrongly accepts a request. Its cost has to fit between the ceiling
 * of the profile and the default limit.
 */
export function isAffordable(cost: Cost, profile: Profile): boolean {
  const fits = (of: keyof Cost) => cost[of] <= roomFor(of, profile)
  return fits('calls') && fits('images')
}

/** The cost of exploration for a time, and the extra cost of exploration by number, on top of one per request. */
const drawnInTime = { time: { calls: 1000, images: 500 }, requests: { calls: 50, images: 50 } }

/**
 * Returns the limit of a run: that of its profile, or more if the plan or exploration needs it. It always leaves some
 * room for requests that should be rejected.
 */
export function defaultLimit(
  { cost }: { readonly cost: Cost },
  { profile, explore }: { readonly profile: Profile; readonly explore: Exploration | undefined },
): Cost {
  const further = explorationCost(explore)
  const { calls, images } = usualLimits[profile]
  return {
    calls: Math.max(calls, Math.ceil(cost.calls * 1.25), cost.calls + roomFor('calls', profile)) + further.calls,
    images: Math.max(images, Math.ceil(cost.images * 1.1), cost.images + roomFor('images', profile)) + further.images,
  }
}

/** Returns the part of the default limit that is left for requests that should be rejected. */
function roomFor(of: keyof Cost, profile: Profile): number {
  return usualLimits[profile][of] - ceilings[profile][of]
}

/** Returns the cost of exploration with a conforming target. */
export function explorationCost(explore: Exploration | undefined): Cost {
  if (explore === undefined) return { calls: 0, images: 0 }
  if ('seconds' in explore) return drawnInTime.time
  const { calls, images } = drawnInTime.requests
  return { calls: explore.requests + calls, images: explore.requests + images }
}

/** The requests and cost of a plan. */
export interface Total extends Cost {
  readonly requests: number
}

/** Adds up cases and probes, if nothing is rejected or sent again. */
export function totalOf(cases: readonly Case[], probes: readonly Probe[]): Total {
  const costs = [...cases, ...probes].map(({ cost }) => cost)
  return {
    requests: cases.length + probes.reduce((sum, { requests }) => sum + requests, 0),
    ...totalCost(costs),
  }
}

/** Merges lists. Each keeps its order, and its items are spread evenly from the beginning to the end. */
export function mixed<T>(lists: readonly (readonly T[])[]): readonly T[] {
  return lists
    .flatMap((list) => list.map((item, index) => ({ item, place: (index + 0.5) / list.length })))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
}
