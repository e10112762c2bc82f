import type { ReportedFinding } from '../../conformance/model/report.ts'
import { receivedText } from '../value.ts'

/** Findings of one requirement that say the same of the same place, the plainest first. */
export interface Kind {
  readonly first: ReportedFinding
  readonly findings: readonly ReportedFinding[]
}

/** Findings by what they say and where: fifty times the same is one kind with a count. */
export function kindsOf(findings: readonly ReportedFinding[]): readonly Kind[] {
  const kinds = new Map<string, ReportedFinding[]>()
  for (const finding of findings) {
    const name = nameOf(finding)
    const known = kinds.get(name)
    if (known === undefined) kinds.set(name, [finding])
    else known.push(finding)
  }
  return [...kinds.values()].map((alike) => ({ first: alike[0]!, findings: alike }))
}

/** Where in a stream its order was left does not matter, only between what: long and short streams break alike. */
function nameOf({ message, path, departure, actual }: ReportedFinding): string {
  return JSON.stringify(
    departure === undefined ? [message, path] : [departure.state, departure.permitted, receivedText(actual)],
  )
}
