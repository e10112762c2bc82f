import type { Operation } from '../model/operation.ts'
import type { Plan, Probe } from '../model/plan.ts'
import type { Requirement } from '../model/requirement.ts'
import type { Catalogue } from '../model/suite.ts'
import { type Capability, type Endpoint, type Profile, profiles } from '../model/vocabulary.ts'
import { asManyAsFit, ceilings, drawnFor, handful, mixed, type Total, totalOf } from './budget.ts'
import type { Draft, Kind } from './draft.ts'
import { distinct, fixedDrafts } from './drafts.ts'
import { documentLanguage, type Language } from './schema/language.ts'
import { aimsOfPlan, aimsOfShare, narrowed, type Scope } from './selection.ts'
import { type Shard, shareOf } from './shard.ts'
import { subjectOf } from './subject.ts'
import {
  affordable,
  allowing,
  chosen,
  type DrawnCases,
  type Room,
  servingDrawn,
  type ToDraw,
  toDrawFor,
} from './to-draw.ts'

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
  /** What is the same for every run of the profile, where it was made before. */
  readonly fixed?: readonly Draft[]
  readonly language?: Language
}

/** A plan before anything is drawn. */
export interface Ahead {
  /** All that does not depend on the seed; `requests` and `cost` allow for what will be drawn. Not divided into shares. */
  readonly known: Plan
  /** What is to be drawn, operation by operation. */
  readonly toDraw: readonly ToDraw[]
  /** The whole plan, or the share that is wanted, with what was drawn for each operation. */
  finish(drawn: readonly DrawnCases[]): Plan
}

/** Plans all that is sent whatever the seed, and says what is still to be drawn. What it aims at does not depend on chance. */
export function planAhead(options: PlanOptions): Ahead {
  const { catalogue, profile, wants, shard, language = documentLanguage } = options
  const unsupported = new Set(options.unsupported ?? [])
  const operations = catalogue.operations.filter(({ id }) => options.operations.includes(id))
  const wanted = catalogue.probes.filter((probe) => isProbeWanted(probe, options, unsupported))
  // Like cases: a target has quick and slow work at the same time.
  const probes = mixed(operations.map(({ id }) => wanted.filter(({ operation }) => operation === id)))
  const fixed = fixedOf(options, probes, unsupported)
  const requirements = catalogue.requirements.filter((one) => isInReach(one, options.operations, unsupported))
  const scope = { language, operations, requirements, profile, drafts: fixed.drafts, probes }
  const kept = wants === undefined ? scope : { ...scope, ...narrowed(scope, wants) }
  const aims = aimsOfPlan(kept, wants)
  const toDraw = fixed.drawable.flatMap((operation) => toDrawFor(operation, fixed.drafts, options))
  const room = { spent: fixed.spent, ceiling: fixed.ceiling }
  return {
    known: allowing(planned(kept, aims), toDraw, room),
    toDraw,
    finish: (drawn) => {
      const whole = {
        ...kept,
        drafts: [...kept.drafts, ...servingDrawn(chosen(affordable(drawn, options), room), kept, wants)],
      }
      if (shard === undefined) return planned(whole, aims)
      const share = shareOf(whole, shard)
      return planned(share, aimsOfShare(whole, share, aims))
    },
  }
}

/** What a run of a profile sends whatever its seed and its target, each request once. Takes seconds. */
export function makeFixed(options: Omit<PlanOptions, 'seed' | 'unsupported' | 'wants' | 'shard'>): readonly Draft[] {
  const { catalogue, profile, language = documentLanguage } = options
  const operations = catalogue.operations.filter(({ id }) => options.operations.includes(id))
  return operations.flatMap((operation) => {
    const subject = subjectOf(language, operation, catalogue, new Set())
    const drafts = distinct(fixedDrafts(subject, profile))
    return profile === 'smoke' ? [...ofKind(drafts, 'template'), ...handful(ofKind(drafts, 'violation'))] : drafts
  })
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

/**
 * What is sent first tells most: known-good requests, then what must be rejected, then what is drawn at random; of each,
 * all operations in even parts. A target has then quick and slow work at the same time, and what is cut short has seen
 * something of everything.
 */
function fixedOf(
  options: PlanOptions,
  probes: readonly Probe[],
  unsupported: ReadonlySet<Capability>,
): Room & { readonly drafts: readonly Draft[]; readonly drawable: readonly Operation[] } {
  const { catalogue, profile, seed, fixed = makeFixed(options) } = options
  const lists = catalogue.operations
    .filter(({ id }) => options.operations.includes(id))
    .map(({ id }) =>
      fixed.filter(({ planned, needs }) => planned.operation === id && !needs.some((one) => unsupported.has(one))),
    )
  const known = (['template', 'combined'] as const).flatMap((kind) => mixed(lists.map((list) => ofKind(list, kind))))
  const violations = lists.map((list) => ofKind(list, 'violation'))
  const ceiling = ceilings[profile]
  const spent = spentBy(known, probes)
  const requested = new Set(known.map(({ planned }) => planned.operation))
  const drawable = drawnFor(
    catalogue.operations.filter(({ id }) => requested.has(id)),
    profile,
    seed,
  )
  const left = { ...ceiling, requests: ceiling.requests - drawable.length }
  const broken = profile === 'smoke' ? asManyAsFit(violations, spent, left) : mixed(violations)
  const drafts = [...known, ...broken]
  return { drafts, drawable, spent: spentBy(drafts, probes), ceiling }
}

function spentBy(drafts: readonly Draft[], probes: readonly Probe[]): Total {
  return totalOf(
    drafts.map(({ planned }) => planned),
    probes,
  )
}

function ofKind(drafts: readonly Draft[], wanted: Kind): readonly Draft[] {
  return drafts.filter(({ kind }) => kind === wanted)
}
