import type { Report } from '../conformance/model/report.ts'
import { causeText } from './cause.ts'
import { coverageText, latencyText } from './figures.ts'
import { counted } from './identity.ts'
import { declarationText, fateOf, groundsOf, scopeOf } from './known.ts'
import { blockedByReason } from './select.ts'

/** A titled list of what a report says beside its requirements. */
export interface Aside {
  readonly title: string
  readonly lines: readonly string[]
}

/** What makes results fail together, the weightiest first. */
export function causesAside(report: Report): Aside {
  return { title: 'Causes', lines: report.causes.map((cause) => causeText(cause, report)) }
}

/** What could not be decided because something else failed. */
export function blockedAside(report: Report): Aside {
  const lines = blockedByReason(report).map(({ reason, results }) => `${counted(results.length, 'result')} ${reason}`)
  return { title: 'Blocked by other failures', lines }
}

/** What there is to say about a run beside its requirements; what is absent is left out. */
export function asidesOf(report: Report): readonly Aside[] {
  const { knownFailures = [], declarations = [], limits, coverage = [], latencies = [] } = report
  return [
    {
      title: 'Known failures',
      lines: knownFailures.map((entry) => `${scopeOf(entry)} ${fateOf(entry, report)}: ${groundsOf(entry)}`),
    },
    { title: 'Declared absent', lines: declarations.map(declarationText) },
    { title: 'This run was limited', lines: limits },
    { title: 'Schema coverage of the requests', lines: coverage.map(coverageText) },
    { title: 'Latencies', lines: latencies.map(latencyText) },
  ].filter(({ lines }) => lines.length > 0)
}

/** The same as plain text, with what makes results fail together and what that blocks. */
export function asideText(report: Report): string {
  return [causesAside(report), blockedAside(report), ...asidesOf(report)]
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, lines }) => [title, ...lines.map((line) => `- ${line}`)].join('\n'))
    .join('\n\n')
}
