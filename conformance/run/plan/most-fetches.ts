import { mostFetched } from '../../areas/images/image-fetches.ts'
import type { Plan } from '../../model/plan.ts'

/** The most images that a run of this plan fetches from the addresses that replies name; none where none are generated. */
export function mostFetches({ cases, probes, cost }: Plan): number {
  const named = [...cases, ...probes].some(({ operation }) => operation.startsWith('images.'))
  return named ? Math.min(mostFetched, cost.images) : 0
}
