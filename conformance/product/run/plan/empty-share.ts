import type { Plan } from '../../../core/model/plan.ts'
import type { Shard } from '../../../engine/plan/shard.ts'

export function isEmpty({ cases, probes }: Pick<Plan, 'cases' | 'probes'>): boolean {
  return cases.length + probes.length === 0
}

/** Explains why an empty share of a plan has no verdict of its own, and how to get one. */
export function emptyShareInWords({ index, count }: Shard): string {
  return `shard ${index} of ${count} is empty, for its plan is smaller than that: nothing was tested here, so alone it is inconclusive; mgi merge of all ${count} shards has the verdict`
}
