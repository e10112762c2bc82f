import type { Ruling } from '../ruling.ts'
import type { RunContext } from './run-context.ts'

/** Why a requirement ended as it did, as one line; a skip's begins with `not applicable:` or `not exercised:`. */
export function reasonFor(ruling: Ruling, context: RunContext): string {
  const { requirement, verdict, exchanges, findings, findingsTotal } = ruling
  switch (verdict) {
    case 'pass':
      return requirement.level === 'unspecified' ? `seen in ${counted(exchanges)}` : `kept in ${counted(exchanges)}`
    case 'fail':
    case 'inconclusive':
    case 'error': {
      const more = findingsTotal > 1 ? ` (and ${findingsTotal - 1} more)` : ''
      return `${findings[0]?.message ?? 'no finding was kept'}${more}`
    }
    case 'untested':
    case 'inapplicable':
      return skipReason(ruling, context)
  }
}

function skipReason({ requirement, untested }: Ruling, { aims, exclusion }: RunContext): string {
  const excluded = exclusion(requirement)
  if (excluded !== undefined) return `not applicable: ${excluded}`
  if (untested !== undefined) return untested
  if (requirement.conditional === true) return 'not exercised: the target never showed what this speaks about'
  if (aims !== undefined && !aims.has(requirement.id)) return 'not exercised: this run did not set out to'
  return 'not exercised: no exchange put it to the test'
}

function counted(exchanges: number): string {
  return exchanges === 1 ? '1 exchange' : `${exchanges} exchanges`
}
