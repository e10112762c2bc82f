import type { Ruling } from '../judge/index.ts'
import type { Requirement } from '../model/requirement.ts'
import type { Broken } from './trial.ts'

/**
 * The requirements that a run found broken, whatever word their level prints, by id. What is merely observed of the time
 * that replies took says more about how busy this machine is than about the server; it counts where it is expected.
 */
export function brokenOf(rulings: readonly Ruling[], expected: readonly string[]): readonly Broken[] {
  return rulings
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
    .filter(({ requirement }) => expected.includes(requirement.id) || !isOfTime(requirement))
    .map(({ requirement: { id }, verdict, findings: [first] }) => ({
      requirement: id,
      message: first?.message ?? verdict,
      exchange: first?.exchange ?? '',
    }))
    .sort((one, other) => (one.requirement < other.requirement ? -1 : 1))
}

function isOfTime({ level, needs }: Requirement): boolean {
  return level === 'unspecified' && needs.includes('timing')
}
