import { catalogueOf } from '../catalogue.ts'
import { planRun } from '../explore/plan/plan.ts'
import type { Plan } from '../model/plan.ts'
import type { Area, Profile } from '../model/vocabulary.ts'

/** Plans hold uploads of many megabytes: only the latest are kept. */
const kept = 4

const plans = new Map<string, Plan>()

/** The plan of a run of some areas; the same one is not made twice in a row. */
export function planOf(areas: readonly Area[], profile: Profile, seed: number): Plan {
  const name = `${areas.join()} ${profile} ${seed}`
  const known = plans.get(name)
  if (known !== undefined) return known
  const catalogue = catalogueOf(areas)
  const fresh = planRun({ catalogue, operations: catalogue.operations.map(({ id }) => id), profile, seed })
  plans.set(name, fresh)
  for (const oldest of [...plans.keys()].slice(0, -kept)) plans.delete(oldest)
  return fresh
}
