import type { Report, RequirementResult } from '../../conformance/core/model/report.ts'
import type { Outcome } from '../../conformance/core/model/vocabulary.ts'

/** The order of outcomes on the page, worst first. */
export const pageOrder: readonly Outcome[] = ['fail', 'warn', 'inconclusive', 'observed', 'pass', 'skipped']

/**
 * Returns the requirements with one outcome in the order of the page. Requirements on replies and streams come first,
 * because they concern every client. Those on rejections follow, because few clients send invalid requests. Otherwise
 * the order is that of the specification.
 */
export function onPage({ requirements }: Pick<Report, 'requirements'>, outcome: Outcome): readonly RequirementResult[] {
  const ending = requirements.filter(({ verdict }) => verdict === outcome)
  const isAboutStatus = ({ dimension }: RequirementResult) => dimension === 'status'
  return [...ending.filter((one) => !isAboutStatus(one)), ...ending.filter(isAboutStatus)]
}
