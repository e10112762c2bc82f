import type { Endpoint } from '../../../../core/model/vocabulary.ts'
import type { Ruling } from '../../ruling.ts'

/** Returns how many rules on requests were tested, by operation. */
export function rulesTested(rulings: readonly Ruling[]): ReadonlyMap<Endpoint, number> {
  const counts = new Map<Endpoint, number>()
  for (const { requirement, operation, verdict } of rulings)
    if (requirement.kind === 'rejection' && (verdict === 'pass' || verdict === 'fail'))
      counts.set(operation, (counts.get(operation) ?? 0) + 1)
  return counts
}
