import type { FeatureResult, Report, ReportedFinding } from '../../conformance/core/model/report.ts'
import type { Outcome } from '../../conformance/core/model/vocabulary.ts'
import { visibleLine } from '../../conformance/core/text/visible.ts'
import { type Fact, findingFacts, sourceOf } from '../account.ts'
import { asidesOf, blockedAside, causesAside, clientsAside } from '../aside.ts'
import { featureMarks, featureTable, featureText, legendText, statesToExplain } from '../features.ts'
import { folded, timesOf } from '../fold.ts'
import { unexcused } from '../known.ts'
import { marks } from '../outcome.ts'
import type { Result } from '../result.ts'
import { isNothingTested, resultsEnding, undecided, untestedByReason } from '../select.ts'
import { upstreamTextLines } from '../upstream.ts'
import { inert } from '../workflow-command.ts'
import { hung, wrapped } from './columns.ts'
import { operationsTable, requirementRows, starLegend } from './operations-table.ts'
import { outcomeLooks, type Paint, painter } from './paint.ts'
import { asideLines, identityLines, joined, type TerminalStyle, verdictLine, width } from './parts.ts'

/**
 * Renders the complete report as plain text: failures with their findings, what was not tested, coverage, latencies.
 */
export function text(report: Report, { colour }: TerminalStyle = { colour: false }): string {
  const paint = painter(colour)
  return joined([
    identityLines(report),
    isNothingTested(report)
      ? []
      : [...operationsTable(report, paint), ...requirementRows(report, paint), ...starLegend(report)],
    featureLines(report, paint),
    asideLines(causesAside(report), paint),
    asideLines(clientsAside(report), paint),
    ...listed(unexcused(report), paint),
    ...listed(resultsEnding(report, 'warn'), paint),
    ...listed(undecided(report), paint),
    asideLines(blockedAside(report), paint),
    untestedLines(report, paint),
    ...asidesOf(report).map((aside) => asideLines(aside, paint)),
    asideLines({ title: 'Behind the gateway', lines: upstreamTextLines(report) }, paint),
    [verdictLine(report, paint)],
  ])
}

const featureWidth = 17
const stateWidth = 26

/** Renders the features that clients use, by area. */
function featureLines(report: Report, paint: Paint): readonly string[] {
  const table = featureTable(report)
  if (table === undefined || isNothingTested(report)) return []
  const heads = table.areas
    .map((area) => area.padEnd(stateWidth))
    .join('')
    .trimEnd()
  return [
    paint('bold', 'feature'.padEnd(featureWidth) + heads),
    ...table.rows.map(({ name, cells }) => {
      const title = wrapped(name, featureWidth - 1)[0]!.padEnd(featureWidth)
      return (title + cells.map((one) => stateCell(one, report, paint)).join('')).trimEnd()
    }),
    ...statesToExplain(report.features ?? []).flatMap((state) => wrapped(legendText(state), width)),
  ]
}

function stateCell(cell: FeatureResult | undefined, report: Report, paint: Paint): string {
  if (cell === undefined) return ' '.repeat(stateWidth)
  const text = featureText(cell, report)
  return paint(outcomeLooks[featureMarks[cell.state].look], text) + ' '.repeat(Math.max(2, stateWidth - text.length))
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

/** The facts of a finding that a terminal shows. Other reports have the rest. */
const shownFacts: ReadonlySet<string> = new Set([
  'entry',
  'where',
  'expected',
  'received',
  'shared',
  'intermittent',
  'replay',
])

/** The maximum number of characters of an expected or received value. */
const longest = 400

/** The maximum number of different findings of one result. */
const findingsShown = 3

/** Renders results of one requirement with the same outcome, each under its operation with its first findings. */
function requirementLines(results: readonly Result[], width: number, paint: Paint): readonly string[] {
  const first = results[0]!
  const { verdict, id, statement } = first
  return [
    ...titleLines({ verdict, title: `${id} (${sourceOf(first)})`, isKnown: results.every(isKnown) }, width, paint),
    ...hung('    ', wrapped(statement, width - 4)),
    ...results.flatMap((result) => resultLines(result, width)),
  ]
}

function isKnown({ known }: Result): boolean {
  return known !== undefined
}

function titleLines(
  { verdict, title, isKnown }: { readonly verdict: Outcome; readonly title: string; readonly isKnown: boolean },
  width: number,
  paint: Paint,
): readonly string[] {
  const { glyph, word } = marks[verdict]
  const label = `${glyph} ${word.toUpperCase()}${isKnown ? ' (known)' : ''} `
  return hung(label, wrapped(title, width - label.length)).map((line) => paint(outcomeLooks[verdict], line))
}

function resultLines(result: Result, width: number): readonly string[] {
  const { operation, findings, findingsTotal, reason } = result
  const folds = folded(findings).slice(0, findingsShown)
  const more = findingsTotal - folds.reduce((sum, { count }) => sum + count, 0)
  return [
    ...hung('  ', wrapped(`on ${operation}${judgedOn(result)}`, width - 2)),
    ...(folds.length === 0 ? hung('    ', wrapped(reason, width - 4)) : []),
    ...folds.flatMap((fold) => findingLines(fold.finding, timesOf(fold), width - 4)),
    ...(folds.length > 0 && more > 0 ? [`    and ${more} more`] : []),
  ]
}

/** Returns the number of exchanges that were judged, and the number that violate the requirement. */
function judgedOn({ exchanges, violating }: Result): string {
  if (violating === 0) return ''
  return `, in ${violating} of ${exchanges} ${exchanges === 1 ? 'exchange' : 'exchanges'}`
}

function findingLines(finding: ReportedFinding, times: string, width: number): readonly string[] {
  const facts = findingFacts(finding).filter(({ label }) => shownFacts.has(label))
  return [...wrapped(finding.message + times, width), ...facts.flatMap((fact) => factLines(fact, width - 2))].map(
    (line, index) => `${index === 0 ? '  → ' : '    '}${line}`,
  )
}

/** Renders a fact. A command stays on one line so that it can be copied. */
function factLines({ label, text, isCommand }: Fact, width: number): readonly string[] {
  const head = `  ${label.padEnd(9)} `
  if (isCommand) return [head + inert(visibleLine(text))]
  const shown = text.length <= longest ? text : `${text.slice(0, longest)}…`
  return hung(head, wrapped(shown, width - head.length))
}
