import type { Plan } from '../../core/model/plan.ts'
import { wholePlan } from '../../engine/generate/plan.ts'
import { planFor } from '../../product/run/plan/plan-for.ts'
import type { Plans } from '../../product/run/run.ts'

/** The number of recent plans in the cache. Plans contain uploads of many megabytes. */
const kept = 4

const plans = new Map<string, Plan>()

/** Returns the plan of a run of the built-in catalogue from the cache, or makes it. */
export const keptPlan: Plans = async (input, catalogue) => {
  const { selection, profile, seed, betas, speech, shard } = input
  const name = JSON.stringify({ selection, profile, seed, betas, speech, shard })
  const known = plans.get(name)
  if (known !== undefined) return known
  const fresh = await wholePlan(await planFor(input, catalogue))
  plans.set(name, fresh)
  for (const oldest of [...plans.keys()].slice(0, -kept)) plans.delete(oldest)
  return fresh
}
