import { type Requirement, resultKey } from '../../core/model/requirement.ts'
import type { Ruling } from '../../engine/judge/index.ts'
import type { Broken } from './trial.ts'

/**
 * Returns the results that failed in a run, sorted by name, whatever their level. An observed response time depends on
 * the load of this machine, so it counts only if it is expected.
 */
export function brokenOf(rulings: readonly Ruling[], expected: readonly string[]): readonly Broken[] {
  return rulings
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
    .filter(
      ({ requirement, operation }) => expected.includes(resultKey(requirement.id, operation)) || !isOfTime(requirement),
    )
    .map(({ requirement, operation, verdict, findings: [first] }) => ({
      result: resultKey(requirement.id, operation),
      message: first?.message ?? verdict,
      exchange: first?.exchange ?? '',
    }))
    .sort((one, other) => (one.result < other.result ? -1 : 1))
}

function isOfTime({ level, needs }: Requirement): boolean {
  return level === 'unspecified' && needs.includes('timing')
}
