import type { Report } from '../conformance/core/model/report.ts'
import { counted } from '../conformance/core/text/counted.ts'
import { causeText } from './cause.ts'
import { clientsText, clientVerdictText, experimentNote, hasClients } from './clients.ts'
import { notInEditionAside } from './edition.ts'
import { coverageText, latencyText } from './figures.ts'
import { declarationText, entryReasonText, entryStateText, scopeOf } from './known.ts'
import { blockedByReason } from './select.ts'
import { tokenCountLines } from './token-counts.ts'

/** A titled list in a report, in addition to its requirements. */
export interface Aside {
  readonly title: string
  readonly lines: readonly string[]
}

/** Lists the common causes of failures, those with the most results first. */
export function causesAside(report: Report): Aside {
  const lines = report.causes.map((cause) => [causeText(cause, report), clientsText(cause)])
  return { title: 'Causes', lines: lines.map(([text = '', clients]) => withClients(text, clients)) }
}

function withClients(text: string, clients: string | undefined): string {
  if (clients === undefined) return text
  return `${text.replace(/\.$/, '')}. Clients: ${clients}`
}

/** Returns the verdict for the clients that the run names, and a note on the limits of the client experiments. */
export function clientsAside(report: Report): Aside {
  const verdict = clientVerdictText(report)
  return {
    title: 'Clients',
    lines: [...(verdict === undefined ? [] : [verdict]), ...(hasClients(report) ? [experimentNote] : [])],
  }
}

export function blockedAside(report: Report): Aside {
  const lines = blockedByReason(report).map(({ reason, results }) => `${counted(results.length, 'result')} ${reason}`)
  return { title: 'Blocked by other failures', lines }
}

/** Returns the lists of a report that are not empty, without its requirements. */
export function asidesOf(report: Report): readonly Aside[] {
  const { knownFailures = [], declarations = [], limits, coverage = [], latencies = [] } = report
  return [
    {
      title: 'Known failures',
      lines: knownFailures.map(
        (entry) => `${scopeOf(entry)} ${entryStateText(entry, report)}: ${entryReasonText(entry)}`,
      ),
    },
    { title: 'Declared absent', lines: declarations.map(declarationText) },
    { title: 'This run was limited', lines: limits },
    notInEditionAside(report),
    { title: 'Schema coverage of the requests', lines: coverage.map(coverageText) },
    { title: 'Token counts', lines: tokenCountLines(report) },
    { title: 'Latencies', lines: latencies.map(latencyText) },
  ].filter(({ lines }) => lines.length > 0)
}

/** Returns all lists as plain text, causes and blocked results included. */
export function asideText(report: Report): string {
  return [causesAside(report), clientsAside(report), blockedAside(report), ...asidesOf(report)]
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, lines }) => [title, ...lines.map((line) => `- ${line}`)].join('\n'))
    .join('\n\n')
}
