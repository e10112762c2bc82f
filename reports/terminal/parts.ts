import type { Report } from '../../conformance/core/model/report.ts'
import { visibleLine } from '../../conformance/core/text/visible.ts'
import type { Aside } from '../aside.ts'
import {
  actionInWords,
  departuresOf,
  effortOf,
  runSettings,
  specificationName,
  targetName,
  whenOf,
} from '../identity.ts'
import { headlines } from '../outcome.ts'
import { isNothingTested } from '../select.ts'
import { inert } from '../workflow-command.ts'
import { hung, wrapped } from './columns.ts'
import { type Look, type Paint, verdictLooks } from './paint.ts'

/** The maximum width of a line in columns. Only commands and the verdict may be longer. */
export const width = 100

export interface TerminalStyle {
  readonly colour: boolean
}

/** Joins groups of lines with an empty line between them, and skips empty groups. */
export function joined(groups: readonly (readonly string[])[]): string {
  const shown = groups.filter((lines) => lines.length > 0)
  return `${shown.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

/** Returns the target, time, settings and specification of a run. */
export function identityLines(report: Report): readonly string[] {
  const { tool, specification } = report
  const departures = departuresOf(report)
  return [
    ...wrapped(`${tool.name} ${tool.version} ${actionInWords(report)} ${targetName(report)}`, width),
    ...wrapped(`on ${whenOf(report)}; ${runSettings(report)}${effortOf(report)}`, width),
    ...(departures.length === 0 ? [] : wrapped(departures.join('; '), width)),
    ...wrapped(`against ${specificationName(report)} (${specification.digest})`, width),
  ]
}

export function asideLines({ title, lines }: Aside, paint: Paint): readonly string[] {
  if (lines.length === 0) return []
  return [paint('bold', title), ...lines.flatMap((line) => hung('  - ', wrapped(line, width - 4)))]
}

/**
 * Returns the verdict on one line of any length, so that the last line of a log is the verdict. It states whether the
 * run was limited. Only a verdict on enough requirements has a glyph and capitals.
 */
export function verdictLine(report: Report, paint: Paint): string {
  const { summary, limits } = report
  const { glyph, word } = headlines[summary.verdict]
  const isLimited = limits.length > 0 && !isNothingTested(report)
  const look: Look = summary.verdict === 'conforming' && isLimited ? 'yellow' : verdictLooks[summary.verdict]
  const limited = isLimited ? ' (limited run)' : ''
  const isThin = summary.verdict === 'no-new-failure'
  const label = isThin ? `${word}${limited}:` : `${glyph} ${word.toUpperCase()}${limited} `
  return `${paint('bold', paint(look, label))} ${inert(visibleLine(summary.reason))}`
}
