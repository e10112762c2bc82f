import type { Cost, Operation } from '../model/operation.ts'
import type { Case, Probe } from '../model/plan.ts'
import type { Profile } from '../model/vocabulary.ts'
import type { Draft } from './draft.ts'

/** How long requests are drawn when a plan was sent: so many of them, or so long. */
export type Exploration = { readonly requests: number } | { readonly seconds: number }

/** What a profile may come to; a plan that would be larger leaves out random requests, and smoke violations. */
export const ceilings = {
  smoke: { requests: 40, calls: 30, images: 8 },
  standard: { requests: Number.POSITIVE_INFINITY, calls: 200, images: 89 },
  thorough: { requests: Number.POSITIVE_INFINITY, calls: Number.POSITIVE_INFINITY, images: Number.POSITIVE_INFINITY },
} as const

/** The most model calls and images that targets may accept unless the user says otherwise: no conforming target meets it. */
export const usualLimits: Readonly<Record<Profile, Cost>> = {
  smoke: { calls: 40, images: 20 },
  standard: { calls: 300, images: 100 },
  thorough: { calls: 1000, images: 500 },
}

/**
 * Whether a request that should be rejected may be accepted all the same without that costing a plan its own requests: what it
 * costs fits between the most that a profile's plan comes to and the usual limit.
 */
export function isAffordable(cost: Cost, profile: Profile): boolean {
  const [most, limit] = [ceilings[profile], usualLimits[profile]]
  const fits = (of: keyof Cost) => !Number.isFinite(most[of]) || cost[of] <= limit[of] - most[of]
  return fits('calls') && fits('images')
}

/** What drawing for a time may cost, and what drawing a number of requests may cost beyond one for each. */
const drawnInTime = { time: { calls: 1000, images: 500 }, requests: { calls: 50, images: 50 } }

/**
 * The limit of a run: that of its profile, more where the plan itself or drawing on needs it. Something is always left for
 * requests that should be rejected.
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

/** What drawing on may cost with a target that does all that it should. */
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

/**
 * As many of the drafts as fit below a ceiling: the first ones of each operation in turns, so that none goes without; then
 * always of the operation that has most to show that is new.
 */
export function asManyAsFit(lists: readonly (readonly Draft[])[], spent: Total, ceiling: Total): readonly Draft[] {
  const chosen: Draft[] = []
  let total = spent
  for (const draft of inTurns(lists)) {
    const { calls, images } = draft.planned.cost
    const next = { requests: total.requests + 1, calls: total.calls + calls, images: total.images + images }
    if (next.requests > ceiling.requests || next.calls > ceiling.calls || next.images > ceiling.images) continue
    chosen.push(draft)
    total = next
  }
  return chosen
}

/** So many of each operation come first, whatever they show. */
const fairShare = 5

function* inTurns(lists: readonly (readonly Draft[])[]): Generator<Draft> {
  for (let index = 0; index < fairShare; index += 1) yield* lists.flatMap((list) => list[index] ?? [])
  const left = lists.map((list) => list.slice(fairShare))
  const worth = ([first]: readonly Draft[]) => (first === undefined ? -1 : (first.news ?? 0))
  for (;;) {
    const best = left.reduce((most, list) => (worth(list) > worth(most) ? list : most), [])
    const next = best.shift()
    if (next === undefined) return
    yield next
  }
}

/** A handful of an operation's violations, each of another kind where there are that many. */
export function handful(violations: readonly Draft[]): readonly Draft[] {
  const byKind = new Map<string, Draft[]>()
  for (const draft of violations) {
    const [, kind = ''] = /^breaks (\S+)/.exec(draft.planned.purpose) ?? []
    byKind.set(kind, [...(byKind.get(kind) ?? []), draft])
  }
  return [...inTurns([...byKind.values()])].slice(0, 4)
}

/** How many requests are drawn for an operation. */
export interface Draws {
  readonly valid: number
  /** Such as ask for what the specification leaves unspecified. */
  readonly unspecified: number
  /** The plain request in other spellings. */
  readonly spelled: number
  readonly broken: number
}

/** How many a profile draws for each operation, at most: what it may cost bounds those further that are valid. */
export const drawsOf: Readonly<Record<Profile, Draws>> = {
  smoke: { valid: 1, unspecified: 0, spelled: 0, broken: 0 },
  standard: { valid: 12, unspecified: 2, spelled: 1, broken: 30 },
  thorough: { valid: 80, unspecified: 10, spelled: 4, broken: 120 },
}

/** How often an operation that takes nothing and costs nothing is asked in other spellings. */
export const repeatsForNothing = 6

/** How many operations a smoke run draws for, others with another seed: most of the rest breaks rules. */
const drawnInSmoke = 2

/** Those of the operations that a profile draws for; smoke has no request to spare for one that takes nothing. */
export function drawnFor(operations: readonly Operation[], profile: Profile, seed: number): readonly Operation[] {
  if (profile !== 'smoke') return operations
  const all = operations.filter(({ schemas }) => schemas.request !== undefined)
  const turn = seed % Math.max(1, all.length)
  return [...all.slice(turn), ...all.slice(0, turn)].slice(0, drawnInSmoke)
}

/** Several lists as one: each keeps its order, and its items lie evenly from the beginning to the end. */
export function mixed<T>(lists: readonly (readonly T[])[]): readonly T[] {
  return lists
    .flatMap((list) => list.map((item, index) => ({ item, place: (index + 0.5) / list.length })))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
}
