import { totalOf } from '../../../explore/plan/budget.ts'
import { planRun } from '../../../explore/plan/plan.ts'
import type { Case, Plan } from '../../../model/plan.ts'
import type { Catalogue } from '../../../model/suite.ts'
import { capabilities, endpoints } from '../../../model/vocabulary.ts'
import { matchesGlob } from '../../glob.ts'
import { areaOf } from '../../report/selection.ts'
import { UsageError } from '../../usage-error.ts'
import { configured } from '../options/configured.ts'
import type { RunOptions } from '../options/run-options.ts'
import { declarationCases } from './declaration-cases.ts'
import { isEmpty } from './empty-share.ts'

/** What a plan depends on. */
export type Wish = Pick<RunOptions, 'selection' | 'profile' | 'seed' | 'betas' | 'speech' | 'shard'>

/** The plan of a run with these options. */
export function planFor({ selection, profile, seed, betas, speech, shard }: Wish, catalogue: Catalogue): Plan {
  const { areas, requirements, unsupported } = selection
  const plan = planRun({
    catalogue: configured(catalogue, { betas, speech }),
    profile,
    seed,
    ...(shard === undefined ? {} : { shard }),
    operations: endpoints.filter((endpoint) => areas.includes(areaOf[endpoint]) && !unsupported.includes(endpoint)),
    unsupported: capabilities.filter((capability) => unsupported.includes(capability)),
    ...(requirements.length === 0 ? {} : { wants: (id) => requirements.some((glob) => matchesGlob(glob, id)) }),
  })
  return withCases(plan, declarationCases(selection, catalogue))
}

function withCases(plan: Plan, more: readonly Case[]): Plan {
  const { calls, images } = totalOf(more, [])
  return {
    ...plan,
    cases: [...plan.cases, ...more],
    requests: plan.requests + more.length,
    cost: { calls: plan.cost.calls + calls, images: plan.cost.images + images },
  }
}

/** A plan without requests proves nothing, and is refused before it is carried out. Of one that has some, a share may be empty. */
export function refuseEmpty(plan: Plan, { selection: { areas, requirements }, profile }: Wish): void {
  if (!isEmpty(plan)) return
  throw new UsageError(
    `the profile ${profile} sends nothing for ${requirements.join(', ') || areas.join(', ')}; try --profile thorough`,
  )
}
