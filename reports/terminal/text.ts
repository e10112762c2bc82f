import type { Report } from '../../conformance/model/report.ts'
import { asidesOf, blockedAside, causesAside } from '../aside.ts'
import { unexcused } from '../known.ts'
import type { Result } from '../result.ts'
import { isNothingTested, resultsEnding, undecided, untestedByReason } from '../select.ts'
import { hung, wrapped } from './columns.ts'
import { requirementRows } from './counts-table.ts'
import { operationsTable, starLegend } from './operations-table.ts'
import { type Paint, painter } from './paint.ts'
import { asideLines, identityLines, joined, type TerminalStyle, verdictLine, width } from './parts.ts'
import { requirementLines } from './requirement.ts'

/** Everything that a report says in plain text: each failure with its findings, what was not tested, coverage, latencies. */
export function text(report: Report, { colour }: TerminalStyle = { colour: false }): string {
  const paint = painter(colour)
  return joined([
    identityLines(report),
    isNothingTested(report)
      ? []
      : [...operationsTable(report, paint), ...requirementRows(report, paint), ...starLegend(report)],
    asideLines(causesAside(report), paint),
    ...listed(unexcused(report), paint),
    ...listed(resultsEnding(report, 'warn'), paint),
    ...listed(undecided(report), paint),
    asideLines(blockedAside(report), paint),
    untestedLines(report, paint),
    ...asidesOf(report).map((aside) => asideLines(aside, paint)),
    [verdictLine(report, paint)],
  ])
}

function listed(results: readonly Result[], paint: Paint): readonly (readonly string[])[] {
  return [...byRequirement(results)].map((own) => requirementLines(own, width, paint))
}

function byRequirement(results: readonly Result[]): Iterable<readonly Result[]> {
  const groups = new Map<string, Result[]>()
  for (const result of results) groups.set(result.id, [...(groups.get(result.id) ?? []), result])
  return groups.values()
}

function untestedLines(report: Report, paint: Paint): readonly string[] {
  const groups = untestedByReason(report)
  if (groups.length === 0) return []
  const lines = groups.flatMap(({ reason, results }) =>
    hung(`${String(results.length).padStart(5)}  `, wrapped(reason, width - 7)),
  )
  return [paint('bold', 'Not tested'), ...lines]
}
