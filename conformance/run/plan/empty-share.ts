import type { Plan } from '../../model/plan.ts'
import type { Shard } from '../../plan/shard.ts'

/** Returns whether there is nothing in a plan to send. */
export function isEmpty({ cases, probes }: Pick<Plan, 'cases' | 'probes'>): boolean {
  return cases.length + probes.length === 0
}

/** Why a share of a plan ends without a verdict of its own, and where there is one. */
export function emptyShareInWords({ index, count }: Shard): string {
  return `shard ${index} of ${count} is empty, for its plan is smaller than that: nothing was tested here, so alone it is inconclusive; mgi merge of all ${count} shards has the verdict`
}
