import type { Cost } from '../model/operation.ts'
import type { Case, Probe } from '../model/plan.ts'
import type { Profile } from '../model/vocabulary.ts'

/** The amount to draw after a plan was sent: a number of requests, or a time. */
export type Exploration = { readonly requests: number } | { readonly seconds: number }

/** The ceilings of a profile. A larger plan leaves out random requests, and smoke leaves out violations. */
export const ceilings = {
  smoke: { requests: 40, calls: 30, images: 8 },
  standard: { requests: Number.POSITIVE_INFINITY, calls: 200, images: 88 },
  thorough: { requests: Number.POSITIVE_INFINITY, calls: Number.POSITIVE_INFINITY, images: Number.POSITIVE_INFINITY },
} as const

/**
 * The most model calls and images that targets may accept unless the user says otherwise: no conforming target meets
 * it.
 */
export const usualLimits: Readonly<Record<Profile, Cost>> = {
  smoke: { calls: 40, images: 20 },
  standard: { calls: 300, images: 100 },
  thorough: { calls: 1000, images: 500 },
}

/**
 * Returns whether a request that should be rejected may be accepted all the same without that costing a plan its own
 * requests: what it costs fits between the most that a profile's plan comes to and the usual limit.
 */
export function isAffordable(cost: Cost, profile: Profile): boolean {
  const [most, limit] = [ceilings[profile], usualLimits[profile]]
  const fits = (of: keyof Cost) => !Number.isFinite(most[of]) || cost[of] <= limit[of] - most[of]
  return fits('calls') && fits('images')
}

/** The cost of drawing for a time, and the cost of drawing a number of requests beyond one for each. */
const drawnInTime = { time: { calls: 1000, images: 500 }, requests: { calls: 50, images: 50 } }

/**
 * The limit of a run: that of its profile, more where the plan itself or drawing on needs it. Something is always left
 * for requests that should be rejected.
 */
export function defaultLimit(
  { cost }: { readonly cost: Cost },
  { profile, explore }: { readonly profile: Profile; readonly explore: Exploration | undefined },
): Cost {
  const further = explorationCost(explore)
  const { calls, images } = usualLimits[profile]
  return {
    calls: Math.max(calls, Math.ceil(cost.calls * 1.25)) + further.calls,
    images: Math.max(images, Math.ceil(cost.images * 1.1)) + further.images,
  }
}

/** Returns the cost of exploration with a conforming target. */
export function explorationCost(explore: Exploration | undefined): Cost {
  if (explore === undefined) return { calls: 0, images: 0 }
  if ('seconds' in explore) return drawnInTime.time
  const { calls, images } = drawnInTime.requests
  return { calls: explore.requests + calls, images: explore.requests + images }
}

/** The most that a plan's requests come to. */
export interface Total extends Cost {
  readonly requests: number
}

/** Adds up what cases and probes come to, nothing being refused or sent again. */
export function totalOf(cases: readonly Case[], probes: readonly Probe[]): Total {
  const costs = [...cases, ...probes].map(({ cost }) => cost)
  return {
    requests: cases.length + probes.reduce((sum, { requests }) => sum + requests, 0),
    calls: costs.reduce((sum, { calls }) => sum + calls, 0),
    images: costs.reduce((sum, { images }) => sum + images, 0),
  }
}

/** Several lists as one: each keeps its order, and its items lie evenly from the beginning to the end. */
export function mixed<T>(lists: readonly (readonly T[])[]): readonly T[] {
  return lists
    .flatMap((list) => list.map((item, index) => ({ item, place: (index + 0.5) / list.length })))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
}
