import { setImmediate } from 'node:timers/promises'
import type { Operation } from '../model/operation.ts'
import type { Plan, Probe } from '../model/plan.ts'
import { operationsOf, type Requirement } from '../model/requirement.ts'
import type { Catalogue } from '../model/suite.ts'
import { type Capability, type Endpoint, type Profile, profiles } from '../model/vocabulary.ts'
import { mixed, totalOf } from '../plan/budget.ts'
import type { Draft } from '../plan/draft.ts'
import { documentLanguage, type Language } from '../plan/schema/language.ts'
import { aimsOfPlan, aimsOfShare, narrowed, type Scope } from '../plan/selection.ts'
import { type Shard, shareOf } from '../plan/shard.ts'
import { drawShares } from './budget-shares.ts'
import { controlsOf, type RequestSource, sourcesFor, spelledDrafts, violationDrafts } from './request-source.ts'

/** The options of a plan. */
export interface PlanOptions {
  readonly catalogue: Catalogue
  /** The operations to test. */
  readonly operations: readonly Endpoint[]
  readonly profile: Profile
  readonly seed: number
  /** Capabilities that the vendor declares absent. */
  readonly unsupported?: readonly Capability[]
  /** Limits the plan to some requirements. */
  readonly wants?: (requirementId: string) => boolean
  /** Plans only the share of one of several runs. */
  readonly shard?: Shard
  readonly language?: Language
}

/** The most requests that a profile plans. Fetches of about 30 images and second attempts come on top. */
const mostRequests: Readonly<Record<Profile, number>> = { smoke: 40, standard: 1150, thorough: 5000 }

/** Plans all requests of a run. Equal options give equal plans. */
export async function planRun(options: PlanOptions): Promise<Plan> {
  return planOf(await scopeFor(options), options)
}

/** Returns everything that may become part of a plan, before it is limited to the wanted requirements. */
export async function scopeFor(options: PlanOptions): Promise<Scope> {
  const { catalogue, profile, language = documentLanguage } = options
  const unsupported = new Set(options.unsupported ?? [])
  const operations = catalogue.operations.filter(({ id }) => options.operations.includes(id))
  const probes = probesFor(operations, options, unsupported)
  const requirements = catalogue.requirements.filter((one) => isInReach(one, options.operations, unsupported))
  const drafts = await draftsFor(probes, requirements, options)
  return { language, operations, requirements, profile, drafts, probes }
}

/** Returns the plan for the wanted requirements, or one share of it. */
export function planOf(scope: Scope, { wants, shard }: Pick<PlanOptions, 'wants' | 'shard'>): Plan {
  const kept = wants === undefined ? scope : { ...scope, ...narrowed(scope, wants) }
  const aims = aimsOfPlan(kept, wants)
  if (shard === undefined) return planned(kept, aims)
  const share = shareOf(kept, shard)
  return planned(share, aimsOfShare(kept, share, aims))
}

function planned({ drafts, probes }: Pick<Scope, 'drafts' | 'probes'>, aims: ReadonlySet<string>): Plan {
  const cases = drafts.map((draft) => draft.planned)
  const { requests, calls, images } = totalOf(cases, probes)
  return { cases, probes, aims, requests, cost: { calls, images } }
}

/** Returns the wanted probes, mixed across operations, so that the target has fast and slow work at the same time. */
export function probesFor(
  operations: readonly Operation[],
  { catalogue, profile }: PlanOptions,
  unsupported: ReadonlySet<Capability>,
): readonly Probe[] {
  const isWanted = ({ capability, profile: least }: Probe) =>
    (capability === undefined || !unsupported.has(capability)) && profiles.indexOf(least) <= profiles.indexOf(profile)
  return mixed(
    operations.map(({ id }) => catalogue.probes.filter((probe) => probe.operation === id && isWanted(probe))),
  )
}

function isInReach(
  { endpoint, alsoOn = [], capability }: Requirement,
  operations: readonly Endpoint[],
  unsupported: ReadonlySet<Capability>,
): boolean {
  if (capability !== undefined && unsupported.has(capability)) return false
  return [endpoint, ...alsoOn].some((one) => operations.includes(one))
}

/**
 * Returns the drafts in order of importance: plain requests, drawn ones, one violation of each constraint, then further
 * violations. Within each group, operations are mixed evenly. An operation without wanted requirements has only its
 * plain request. The budgets of the others are the same as in the whole plan.
 */
async function draftsFor(
  probes: readonly Probe[],
  requirements: readonly Requirement[],
  options: PlanOptions,
): Promise<readonly Draft[]> {
  const { profile, wants } = options
  const sources = await sourcesFor(options, probes)
  const wanted = requirements.filter(({ id }) => wants?.(id)).flatMap(operationsOf)
  const drawing = wants ? sources.filter(({ subject }) => wanted.includes(subject.operation.id)) : sources
  const free = drawing.map((source) => spelledDrafts(source, options))
  await drawShares(sources, drawing, probes, options)
  const known = [...sources.map(({ plain }) => plain), ...mixed(sources.map(({ drawn }) => drawn)), ...free.flat()]
  const { requests } = totalOf(
    known.map((draft) => draft.planned),
    probes,
  )
  const most = ((mostRequests[profile] - requests) * drawing.length) / sources.length
  return [...known, ...(await violatingDrafts(drawing, options, Math.max(0, Math.floor(most))))]
}

/** Returns one violation of each constraint, then further ones of each operation in turn, up to `most`. */
async function violatingDrafts(
  sources: readonly RequestSource[],
  options: PlanOptions,
  most: number,
): Promise<readonly Draft[]> {
  const streams = sources.map((source) => violationDrafts(source.subject, controlsOf(source), options))
  const first: (readonly Draft[])[] = []
  for (const stream of streams) {
    await setImmediate()
    first.push(stream.next().value ?? [])
  }
  const chosen = [...mixed(first)].slice(0, most)
  const open = new Set(options.profile === 'smoke' ? [] : streams)
  while (open.size > 0 && chosen.length < most) {
    await setImmediate()
    for (const stream of open) {
      const next = stream.next()
      if (next.done === true) open.delete(stream)
      else if (chosen.length < most) chosen.push(...next.value)
    }
  }
  return chosen
}
