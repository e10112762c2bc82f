import type { RunContext } from '../judge/index.ts'
import type { EvidenceFooter } from '../record/evidence/frame.ts'

/** Returns the results that budgets left out, from the footers of evidence. */
export function overBudgetIn(
  footers: readonly Pick<EvidenceFooter, 'overBudget'>[],
): NonNullable<RunContext['overBudget']> {
  const all = footers.flatMap(({ overBudget = [] }) => overBudget)
  return new Map(all.map(([result, accepted, sent]) => [result, { accepted, sent }]))
}
