import type { EffectiveConfig, Report } from '../../core/model/report.ts'
import type { RunContext } from '../../engine/judge/index.ts'
import type { EvidenceFooter, Selection, Vocabulary } from '../../engine/record/evidence/frame.ts'

/** Returns the part of a run's configuration that reports show: the selection, and the names of the target. */
export function effectiveConfig({
  selection,
  vocabulary,
}: {
  readonly selection: Selection
  readonly vocabulary: Vocabulary
}): EffectiveConfig {
  const { areas, requirements, unsupported } = selection
  return { areas, requirements, unsupported, ...vocabulary }
}

/** Returns the results that budgets excluded, from the footers of evidence. */
export function overBudgetIn(
  footers: readonly Pick<EvidenceFooter, 'overBudget'>[],
): NonNullable<RunContext['overBudget']> {
  const all = footers.flatMap(({ overBudget = [] }) => overBudget)
  return new Map(all.map(([result, accepted, sent]) => [result, { accepted, sent }]))
}

/** Adds the base URL of a documentation site to a report, if there is one. */
export function withDocs(report: Report, docs: string | undefined): Report {
  return docs === undefined ? report : { ...report, docs }
}
