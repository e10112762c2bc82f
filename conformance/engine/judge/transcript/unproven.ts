import type { Requirement } from '../../../core/model/requirement.ts'
import type { KnownExchanges } from '../known-exchanges.ts'
import type { LocatedFinding, Ruling } from '../ruling.ts'

/** Returns whether a violation accuses the target. What the specification leaves open is only observed. */
export function needsProof({ level }: Requirement): boolean {
  return level !== 'unspecified'
}

/** Turns a violation into a doubt, since its request was not shown to fail again (interpretation G18). */
export function doubtOf(finding: LocatedFinding): LocatedFinding {
  return { ...finding, doubt: true, message: `inconclusive: ${finding.message}, but was not sent again often enough` }
}

/** Adds the plainest of the exchanges that would fail the requirement if their requests failed again. */
export function withUnproven(ruling: Ruling, exchanges: readonly string[], { isPlainer }: KnownExchanges): Ruling {
  const [plainest] = exchanges.toSorted((one, other) => (isPlainer(one, other) ? -1 : 1))
  return plainest === undefined ? ruling : { ...ruling, unproven: plainest }
}
