import { resultKey } from '../../model/requirement.ts'
import type { Ruling } from '../ruling.ts'
import type { RunContext } from './run-context.ts'

/** Why a requirement ended as it did, as one line; a skip's begins with `not applicable:` or `not tested:`. */
export function reasonFor(ruling: Ruling, context: RunContext): string {
  const { requirement, verdict, exchanges, findings, findingsTotal } = ruling
  switch (verdict) {
    case 'pass':
      return requirement.level === 'unspecified' ? `seen in ${counted(exchanges)}` : `passed in ${counted(exchanges)}`
    case 'fail':
    case 'inconclusive':
    case 'error': {
      const more = findingsTotal > 1 ? ` (and ${findingsTotal - 1} more)` : ''
      return `${findings[0]?.message ?? 'no finding was recorded'}${more}`
    }
    case 'untested':
    case 'inapplicable':
      return skipReason(ruling, context)
  }
}

function skipReason(
  { requirement, operation, untested }: Ruling,
  { aims, exclusion, overBudget, isHalted }: RunContext,
): string {
  const excluded = exclusion(requirement, operation)
  if (excluded !== undefined) return `not applicable: ${excluded}`
  if (isHalted === true) return 'not tested: the run ended before anything could be tested'
  if (untested !== undefined) return untested
  const left = overBudget?.get(resultKey(requirement.id, operation))
  if (left !== undefined)
    return `not tested: budget of model calls or images used up; --max-billed or --max-images allows more${left.sent === 0 ? '' : ` (${left.accepted} of ${left.sent} requests of this kind were accepted)`}`
  if (requirement.conditional === true) return 'not tested: no response contained the feature this rule covers'
  if (aims !== undefined && !aims.has(resultKey(requirement.id, operation)))
    return 'not tested: the plan of this run does not cover it'
  return 'not tested: no request in this run triggered this rule'
}

function counted(exchanges: number): string {
  return exchanges === 1 ? '1 exchange' : `${exchanges} exchanges`
}
