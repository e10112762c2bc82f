import type { ReportedFinding } from '../../conformance/model/report.ts'

/** Findings of one requirement that say the same of the same place, the plainest first. */
export interface Kind {
  readonly first: ReportedFinding
  readonly findings: readonly ReportedFinding[]
}

/** Findings by what they say and where: fifty times the same is one kind with a count. */
export function kindsOf(findings: readonly ReportedFinding[]): readonly Kind[] {
  const kinds = new Map<string, ReportedFinding[]>()
  for (const finding of findings) {
    const name = JSON.stringify([finding.message, finding.path])
    const known = kinds.get(name)
    if (known === undefined) kinds.set(name, [finding])
    else known.push(finding)
  }
  return [...kinds.values()].map((alike) => ({ first: alike[0]!, findings: alike }))
}
