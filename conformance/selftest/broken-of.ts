import type { Ruling } from '../judge/index.ts'
import { type Requirement, resultKey } from '../model/requirement.ts'
import type { Broken } from './trial.ts'

/**
 * The requirements that a run found broken on an operation, whatever word their level prints, by name. What is merely
 * observed of the time that replies took says more about how busy this machine is than about the server; it counts where
 * it is expected.
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
