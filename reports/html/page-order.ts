import type { Report, RequirementResult } from '../../conformance/model/report.ts'
import type { Outcome } from '../../conformance/model/vocabulary.ts'

/** The order of outcomes on the page, worst first. */
export const pageOrder: readonly Outcome[] = ['fail', 'warn', 'inconclusive', 'observed', 'pass', 'skipped']

/**
 * The requirements of one outcome as the page shows them: first what is wrong with replies and streams, which every client
 * meets, then what is wrong with answers to requests that few clients send; in the specification's order otherwise.
 */
export function onPage({ requirements }: Pick<Report, 'requirements'>, outcome: Outcome): readonly RequirementResult[] {
  const ending = requirements.filter(({ verdict }) => verdict === outcome)
  const isAboutStatus = ({ dimension }: RequirementResult) => dimension === 'status'
  return [...ending.filter((one) => !isAboutStatus(one)), ...ending.filter(isAboutStatus)]
}
