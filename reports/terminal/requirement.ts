import type { ReportedFinding, RequirementResult } from '../../conformance/model/report.ts'
import { type Fact, findingFacts, sourceOf } from '../account.ts'
import { folded, timesOf } from '../fold.ts'
import { marks } from '../outcome.ts'
import { visibleLine } from '../visible.ts'
import { inert } from '../workflow-command.ts'
import { hung, wrapped } from './columns.ts'
import { outcomeLooks, type Paint } from './paint.ts'

/** What a terminal shows of a finding; the rest is in the other reports. */
const shownFacts: ReadonlySet<string> = new Set(['where', 'expected', 'received', 'intermittent', 'replay'])

/** The most characters of an expected or received value. */
const longest = 400

/** The most different findings of one requirement. */
const findingsShown = 3

/** A requirement that was not kept or not judged, with its first findings; those that say the same are one. */
export function requirementLines(requirement: RequirementResult, width: number, paint: Paint): readonly string[] {
  const { verdict, id, statement, findings, findingsTotal, reason, known } = requirement
  const { glyph, word } = marks[verdict]
  const label = `${glyph} ${word.toUpperCase()}${known === undefined ? '' : ' (known)'} `
  const title = wrapped(`${id} (${sourceOf(requirement)})`, width - label.length)
  const folds = folded(findings).slice(0, findingsShown)
  const more = findingsTotal - folds.reduce((sum, { count }) => sum + count, 0)
  return [
    ...hung(label, title).map((line) => paint(outcomeLooks[verdict], line)),
    ...hung('    ', wrapped(statement, width - 4)),
    ...(folds.length === 0 ? hung('    ', wrapped(reason, width - 4)) : []),
    ...folds.flatMap((fold) => findingLines(fold.finding, timesOf(fold), width - 4)),
    ...(folds.length > 0 && more > 0 ? [`    and ${more} more`] : []),
  ]
}

function findingLines(finding: ReportedFinding, times: string, width: number): readonly string[] {
  const facts = findingFacts(finding).filter(({ label }) => shownFacts.has(label))
  return [...wrapped(finding.message + times, width), ...facts.flatMap((fact) => factLines(fact, width - 2))].map(
    (line, index) => `${index === 0 ? '  → ' : '    '}${line}`,
  )
}

/** A command stays on one line however long it is, to be copied whole. */
function factLines({ label, text, isCommand }: Fact, width: number): readonly string[] {
  const head = `  ${label.padEnd(9)} `
  if (isCommand) return [head + inert(visibleLine(text))]
  const shown = text.length <= longest ? text : `${text.slice(0, longest)}…`
  return hung(head, wrapped(shown, width - head.length))
}
