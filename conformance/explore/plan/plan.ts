import type { Plan, Probe } from '../../model/plan.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { Catalogue } from '../../model/suite.ts'
import { type Capability, type Endpoint, type Profile, profiles } from '../../model/vocabulary.ts'
import { documentLanguage, type Language } from '../schema/language.ts'
import { asManyAsFit, ceilings, handful, totalOf } from './budget.ts'
import type { Draft } from './draft.ts'
import { type Drafts, draftsFor } from './drafts.ts'
import { mixed } from './mixed.ts'
import { aimsOfPlan, aimsOfShare, narrowed, type Scope } from './selection.ts'
import { type Shard, shareOf } from './shard.ts'
import { type Shown, startShown } from './shown.ts'
import { type Subject, subjectOf } from './subject.ts'
import { digestOf } from './wire.ts'

/** What a plan is made for. */
export interface PlanOptions {
  readonly catalogue: Catalogue
  /** The operations to exercise. */
  readonly operations: readonly Endpoint[]
  readonly profile: Profile
  readonly seed: number
  /** What the vendor declares absent. */
  readonly unsupported?: readonly Capability[]
  /** Narrows the plan down to some requirements. */
  readonly wants?: (requirementId: string) => boolean
  /** Plans only the share of one of several runs. */
  readonly shard?: Shard
  readonly language?: Language
}

/** Plans everything a run would send. The same options give the same plan. */
export function planRun(options: PlanOptions): Plan {
  const { catalogue, profile, seed, wants, shard, language = documentLanguage } = options
  const unsupported = new Set(options.unsupported ?? [])
  const operations = catalogue.operations.filter(({ id }) => options.operations.includes(id))
  const subjects = operations.map((operation) => subjectOf(language, operation, catalogue, unsupported))
  const wanted = catalogue.probes.filter((probe) => isProbeWanted(probe, options, unsupported))
  // Like cases: a target has quick and slow work at the same time.
  const probes = mixed(operations.map(({ id }) => wanted.filter(({ operation }) => operation === id)))
  const drafts = distinct(chosen(allDrafts(subjects, profile, seed), probes, profile))
  const requirements = catalogue.requirements.filter((one) => isInReach(one, options.operations, unsupported))
  const scope = { language, operations, requirements, profile, drafts, probes }
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

function isProbeWanted(
  probe: Probe,
  { operations, profile }: PlanOptions,
  unsupported: ReadonlySet<Capability>,
): boolean {
  if (!operations.includes(probe.operation)) return false
  if (probe.capability !== undefined && unsupported.has(probe.capability)) return false
  return profiles.indexOf(probe.profile) <= profiles.indexOf(profile)
}

function isInReach(
  requirement: Requirement,
  operations: readonly Endpoint[],
  unsupported: ReadonlySet<Capability>,
): boolean {
  const { endpoint, alsoOn = [], capability } = requirement
  if (capability !== undefined && unsupported.has(capability)) return false
  return [endpoint, ...alsoOn].some((one) => operations.includes(one))
}

/** Operations whose requests obey the same schema share the work of showing its values, except under `thorough`. */
function allDrafts(subjects: readonly Subject[], profile: Profile, seed: number): readonly Drafts[] {
  const bySchema = new Map<string, Shown>()
  return subjects.map((subject) => {
    const name = subject.operation.schemas.request ?? subject.operation.id
    const shown = startShown(profile === 'thorough' ? undefined : bySchema.get(name))
    bySchema.set(name, bySchema.get(name) ?? shown)
    return draftsFor(subject, profile, seed, shown)
  })
}

/**
 * What is sent first tells most: known-good requests, then what must be refused, then what is drawn at random; of each,
 * all operations in even parts. A target has then quick and slow work at the same time, and what is cut short has seen
 * something of everything.
 */
function chosen(all: readonly Drafts[], probes: readonly Probe[], profile: Profile): readonly Draft[] {
  const fixed = [...mixed(all.map(({ templates }) => templates)), ...mixed(all.map(({ packs }) => packs))]
  const spent = () =>
    totalOf(
      fixed.map(({ planned }) => planned),
      probes,
    )
  if (profile === 'smoke') return [...fixed, ...asManyAsFit(all.map(handful), spent(), ceilings.smoke)]
  const random = asManyAsFit(
    all.map(({ valid }) => valid),
    spent(),
    ceilings[profile],
  )
  return [
    ...fixed,
    ...mixed(all.map(({ violations }) => violations)),
    ...random,
    ...mixed(all.map(({ broken }) => broken)),
  ]
}

/** Each request once, whatever led to it. */
function distinct(drafts: readonly Draft[]): readonly Draft[] {
  const met = new Set<string>()
  return drafts.filter(({ planned }) => {
    const bytes = digestOf(planned.request)
    if (met.has(bytes)) return false
    met.add(bytes)
    return true
  })
}
