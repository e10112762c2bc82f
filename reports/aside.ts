import type { Report } from '../conformance/model/report.ts'
import { coverageText, latencyText } from './figures.ts'
import { declarationText, fateOf, groundsOf } from './known.ts'

/** A titled list of what a report says beside its requirements. */
export interface Aside {
  readonly title: string
  readonly lines: readonly string[]
}

/** What there is to say about a run beside its requirements; what is absent is left out. */
export function asidesOf(report: Report): readonly Aside[] {
  const { knownFailures = [], declarations = [], limits, coverage = [], latencies = [] } = report
  return [
    {
      title: 'Known failures',
      lines: knownFailures.map((entry) => `${entry.pattern} ${fateOf(entry, report)}: ${groundsOf(entry)}`),
    },
    { title: 'Declared absent', lines: declarations.map(declarationText) },
    { title: 'This run was limited', lines: limits },
    { title: 'How far the requests exercised the schemas', lines: coverage.map(coverageText) },
    { title: 'How long exchanges took', lines: latencies.map(latencyText) },
  ].filter(({ lines }) => lines.length > 0)
}

/** The same as plain text. */
export function asideText(report: Report): string {
  return asidesOf(report)
    .map(({ title, lines }) => [title, ...lines.map((line) => `- ${line}`)].join('\n'))
    .join('\n\n')
}
