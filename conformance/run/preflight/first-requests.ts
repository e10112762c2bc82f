import type { Plan } from '../../model/plan.ts'
import { plainCases } from '../../plan/plain-cases.ts'
import { alsoDrive, type Driving, drivePreflight, type Preflight } from '../drive-plan.ts'
import { planFor } from '../plan/plan-for.ts'
import { isPointless } from './preflight.ts'

/**
 * Sends the plain requests of a plan. Where those of a share leave no point in going on, they may all be of the one
 * operation that is out of order: the other operations of the whole plan are asked, too, as the whole run would.
 */
export async function sendFirstRequests(plan: Plan, driving: Driving): Promise<Preflight> {
  const { options, catalogue, signal } = driving
  const own = await drivePreflight(plan, driving)
  if (options.shard === undefined || signal.aborted || !isPointless(own.exchanges, catalogue)) return own
  const whole = await planFor({ ...options, shard: undefined }, catalogue)
  const asked = new Set(plainCases(plan).map(({ operation }) => operation))
  const others = plainCases(whole).filter(({ operation }) => !asked.has(operation))
  return others.length === 0 ? own : alsoDrive({ ...whole, cases: others, probes: [] }, own, driving)
}
