import type { Report, RequirementResult } from '../../conformance/model/report.ts'
import { type Aside, asidesOf } from '../aside.ts'
import { deedOf, effortOf, settingsOf, subjectOf, whenOf } from '../identity.ts'
import { unexcused } from '../known.ts'
import { headlines } from '../outcome.ts'
import { ending, untestedByReason } from '../select.ts'
import { hung, wrapped } from './columns.ts'
import { countsTable } from './counts-table.ts'
import { type Paint, painter, verdictLooks } from './paint.ts'
import { requirementLines } from './requirement.ts'

const width = 100

/** How a summary looks. */
export interface TerminalStyle {
  readonly colour: boolean
}

/** A summary to read after a run: verdict, counts, what was broken, what was not tested. */
export function terminal(report: Report, { colour }: TerminalStyle = { colour: false }): string {
  const paint = painter(colour)
  const parts = [
    verdictLines(report, paint),
    identityLines(report),
    countsTable(report, paint),
    ...listed(unexcused(report), paint),
    ...listed(ending(report, 'warn'), paint),
    ...listed(ending(report, 'inconclusive'), paint),
    untestedLines(report, paint),
    ...asidesOf(report).map((aside) => asideLines(aside, paint)),
  ]
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function verdictLines({ summary }: Report, paint: Paint): readonly string[] {
  const { glyph, word } = headlines[summary.verdict]
  const label = `${glyph} ${word.toUpperCase()}  `
  const [first = '', ...others] = hung(label, wrapped(summary.reason, width - label.length))
  const painted = paint('bold', paint(verdictLooks[summary.verdict], label.trimEnd()))
  return [painted + first.slice(label.trimEnd().length), ...others]
}

function identityLines(report: Report): readonly string[] {
  const { tool, document } = report
  return [
    ...wrapped(`${tool.name} ${tool.version} ${deedOf(report)} ${subjectOf(report)}`, width),
    ...wrapped(`on ${whenOf(report)}; ${settingsOf(report)}${effortOf(report)}`, width),
    ...wrapped(`document ${document.digest}`, width),
  ]
}

function listed(requirements: readonly RequirementResult[], paint: Paint): readonly (readonly string[])[] {
  return requirements.map((requirement) => requirementLines(requirement, width, paint))
}

function untestedLines(report: Report, paint: Paint): readonly string[] {
  const groups = untestedByReason(report)
  if (groups.length === 0) return []
  const lines = groups.flatMap(({ reason, requirements }) =>
    hung(`${String(requirements.length).padStart(5)}  `, wrapped(reason, width - 7)),
  )
  return [paint('bold', 'Not tested'), ...lines]
}

function asideLines({ title, lines }: Aside, paint: Paint): readonly string[] {
  return [paint('bold', title), ...lines.flatMap((line) => hung('  - ', wrapped(line, width - 4)))]
}
