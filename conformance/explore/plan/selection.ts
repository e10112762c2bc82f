import type { Operation } from '../../model/operation.ts'
import type { Probe } from '../../model/plan.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { Profile } from '../../model/vocabulary.ts'
import type { Language } from '../schema/language.ts'
import { speaksOn, voicesOf } from './aims.ts'
import type { Draft } from './draft.ts'
import { isAtHome, type Share } from './shard.ts'

/** A plan before it is final. */
export interface Scope {
  readonly language: Language
  readonly operations: readonly Operation[]
  /** The requirements that speak about these operations and whose ability is not declared absent. */
  readonly requirements: readonly Requirement[]
  readonly profile: Profile
  readonly drafts: readonly Draft[]
  readonly probes: readonly Probe[]
}

type Wants = (requirementId: string) => boolean

/** How many refusals an error body's requirement gets where nothing aims at it by name. */
const fewRefusals = 3

/**
 * What a plan sets out to exercise: in full profiles every requirement that is not conditional; in a smoke run only what
 * its cases and probes aim at by name. What else their replies show is judged, but not owed.
 */
export function aimsOfPlan(scope: Scope, wants: Wants = () => true): ReadonlySet<string> {
  const within = scope.requirements.filter(({ conditional, id }) => conditional === undefined && wants(id))
  if (scope.profile !== 'smoke') return new Set(within.map(({ id }) => id))
  const named = namedAims(scope)
  return new Set(within.filter((one) => named.has(one.id)).map(({ id }) => id))
}

/**
 * The drafts and probes that serve the requirements wanted, with the good twins of the violations among them. What no
 * case aims at by name, such as a reply's field, is served by its operations' templates, or by a few refusals.
 */
export function narrowed(scope: Scope, wants: Wants): Pick<Scope, 'drafts' | 'probes'> {
  const named = namedAims(scope)
  const probes = scope.probes.filter(({ aims }) => aims.some(wants))
  const wanted = new Set(scope.drafts.filter(({ planned }) => planned.aims.some(wants)))
  for (const requirement of scope.requirements) {
    if (!wants(requirement.id) || named.has(requirement.id)) continue
    for (const draft of serving(scope, requirement)) wanted.add(draft)
  }
  const twins = new Set([...wanted].map(({ twin }) => twin))
  return { probes, drafts: scope.drafts.filter((draft) => wanted.has(draft) || twins.has(draft.planned.id)) }
}

/** Those aims of a plan that one share of it exercises: what its cases name, and what its operations' replies show. */
export function aimsOfShare(scope: Scope, share: Share, aims: ReadonlySet<string>): ReadonlySet<string> {
  const [named, here] = [namedAims(scope), namedAims(share)]
  const isExercised = (one: Requirement) => (named.has(one.id) ? here.has(one.id) : isAtHome(one, share, scope))
  return new Set(scope.requirements.filter((one) => aims.has(one.id) && isExercised(one)).map(({ id }) => id))
}

function namedAims({ drafts, probes }: Pick<Scope, 'drafts' | 'probes'>): ReadonlySet<string> {
  return new Set([...drafts.flatMap(({ planned }) => planned.aims), ...probes.flatMap(({ aims }) => aims)])
}

function serving({ language, operations, drafts }: Scope, requirement: Requirement): readonly Draft[] {
  return operations.flatMap((operation) => {
    if (!speaksOn(requirement, operation)) return []
    const own = drafts.filter(({ planned }) => planned.operation === operation.id)
    if (voicesOf(language, operation).get(requirement.id) === 'error') {
      return own.filter(({ twin }) => twin !== undefined).slice(0, fewRefusals)
    }
    return own.filter(({ planned }) => planned.id.startsWith(`${operation.id}/template/`))
  })
}
