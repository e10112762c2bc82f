import type { Counts, Report, RequirementResult } from '../conformance/model/report.ts'
import { type Endpoint, endpoints, type Outcome, outcomes } from '../conformance/model/vocabulary.ts'

/** The requirements that ended with this outcome, in the report's order. */
export function ending({ requirements }: Report, outcome: Outcome): readonly RequirementResult[] {
  return requirements.filter(({ verdict }) => verdict === outcome)
}

/** How many of these requirements ended with each outcome. */
export function countsOf(requirements: readonly RequirementResult[]): Counts {
  const count = (outcome: Outcome) => requirements.filter(({ verdict }) => verdict === outcome).length
  return Object.fromEntries(outcomes.map((outcome) => [outcome, count(outcome)])) as Counts
}

/** The operations that the report speaks about, each with its requirements, in the document's order. */
export function byEndpoint({ requirements }: Report): readonly (readonly [Endpoint, readonly RequirementResult[]])[] {
  return endpoints
    .map((endpoint) => [endpoint, requirements.filter((result) => result.endpoint === endpoint)] as const)
    .filter(([, results]) => results.length > 0)
}

/** One reason why requirements were not tested, and which. */
export interface UntestedGroup {
  readonly reason: string
  readonly requirements: readonly RequirementResult[]
}

/** What was not tested, grouped by reason: first what was not exercised, then what does not apply; larger groups first. */
export function untestedByReason(report: Report): readonly UntestedGroup[] {
  const groups = new Map<string, RequirementResult[]>()
  for (const result of ending(report, 'skipped')) {
    groups.set(result.reason, [...(groups.get(result.reason) ?? []), result])
  }
  return [...groups]
    .map(([reason, requirements]) => ({ reason, requirements }))
    .sort((a, b) => Number(isHarmless(a)) - Number(isHarmless(b)) || b.requirements.length - a.requirements.length)
}

function isHarmless({ reason }: UntestedGroup): boolean {
  return reason.startsWith('not applicable:')
}
