import { configured } from '../../areas/configured.ts'
import type { RunOptions } from '../../config/run-options.ts'
import { operationsOf, wantedBy } from '../../config/selection.ts'
import { furtherCases, type PlanOptions, planRun, violationsOn } from '../../generate/plan.ts'
import type { Case, Plan } from '../../model/plan.ts'
import type { Catalogue } from '../../model/suite.ts'
import { UsageError } from '../../model/usage-error.ts'
import { capabilities } from '../../model/vocabulary.ts'
import { totalOf } from '../../plan/budget.ts'
import type { ViolationsOn } from '../drive/on-accepted.ts'
import { declarationCases } from './declaration-cases.ts'
import { isEmpty } from './empty-share.ts'

/** The inputs of a plan. */
export type PlanInput = Pick<RunOptions, 'selection' | 'profile' | 'seed' | 'betas' | 'speech' | 'shard'>

/** The whole plan of a run with these options. */
export async function planFor(input: PlanInput, catalogue: Catalogue): Promise<Plan> {
  const plan = await planRun(planOptions(input, catalogue))
  return withCases(plan, declarationCases(input.selection, catalogue))
}

/** Requests beyond a plan, a batch after the other, endlessly. */
export function casesBeyond(input: PlanInput, catalogue: Catalogue): AsyncGenerator<readonly Case[]> {
  return furtherCases(planOptions(input, catalogue))
}

/** Makes violations in requests that the target of a run accepted. */
export function violationsFor(input: PlanInput, catalogue: Catalogue): ViolationsOn {
  const options = planOptions(input, catalogue)
  return (operation, accepted) => violationsOn(options, operation, accepted)
}

function planOptions({ selection, profile, seed, betas, speech, shard }: PlanInput, catalogue: Catalogue): PlanOptions {
  const { unsupported } = selection
  const wants = wantedBy(selection)
  return {
    catalogue: configured(catalogue, { betas, speech }),
    profile,
    seed,
    ...(shard === undefined ? {} : { shard }),
    operations: operationsOf(selection),
    unsupported: capabilities.filter((capability) => unsupported.includes(capability)),
    ...(wants === undefined ? {} : { wants }),
  }
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

/**
 * A plan without requests proves nothing, and is rejected before it is carried out. Of one that has some, a share may
 * be empty.
 */
export function rejectEmpty(plan: Plan, { selection: { areas, requirements }, profile }: PlanInput): void {
  if (!isEmpty(plan)) return
  throw new UsageError(
    `the profile ${profile} sends nothing for ${requirements.join(', ') || areas.join(', ')}; try --profile thorough`,
  )
}
