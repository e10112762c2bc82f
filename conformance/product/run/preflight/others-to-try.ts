import type { Case, Plan } from '../../../core/model/plan.ts'
import type { Catalogue } from '../../../core/model/suite.ts'
import { plainCases } from '../../../engine/plan/plain-cases.ts'
import type { RunOptions } from '../../config/run-options.ts'
import { planFor } from '../plan/plan-for.ts'
import { type FirstExchanges, isPointless } from './preflight.ts'

/**
 * Returns the plain requests of other operations if those of a shard show that it is pointless to continue: they may
 * all belong to one broken operation. The other operations of the whole plan are then tried too, as the whole run would.
 */
export async function othersToTry(
  plan: Plan,
  { exchanges }: FirstExchanges,
  { options, catalogue }: { readonly options: RunOptions; readonly catalogue: Catalogue },
): Promise<readonly Case[]> {
  if (options.shard === undefined || !isPointless(exchanges, catalogue)) return []
  const whole = await planFor({ ...options, shard: undefined }, catalogue)
  const own = new Set(plainCases(plan).map(({ operation }) => operation))
  const tried = new Set(exchanges.map(({ caseId }) => caseId))
  return plainCases(whole).filter(({ id, operation }) => !own.has(operation) && !tried.has(id))
}
