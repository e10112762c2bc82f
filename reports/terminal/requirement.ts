import type { ReportedFinding, RequirementResult } from '../../conformance/model/report.ts'
import { type Fact, findingFacts, sourceOf } from '../account.ts'
import { marks } from '../outcome.ts'
import { visibleLine } from '../visible.ts'
import { hung, wrapped } from './columns.ts'
import { outcomeLooks, type Paint } from './paint.ts'

/** What a terminal shows of a finding; the rest is in the other reports. */
const shownFacts: ReadonlySet<string> = new Set(['where', 'expected', 'received', 'intermittent', 'replay'])

/** The most characters of an expected or received value. */
const longest = 400

/** A requirement that was not kept or not judged, with its first finding. */
export function requirementLines(requirement: RequirementResult, width: number, paint: Paint): readonly string[] {
  const { verdict, id, statement, findings, findingsTotal, reason, known } = requirement
  const { glyph, word } = marks[verdict]
  const label = `${glyph} ${word.toUpperCase()}${known === undefined ? '' : ' (known)'} `
  const title = wrapped(`${id} (${sourceOf(requirement)})`, width - label.length)
  const [first] = findings
  const more = findingsTotal - 1
  return [
    ...hung(label, title).map((line) => paint(outcomeLooks[verdict], line)),
    ...hung('    ', wrapped(statement, width - 4)),
    ...(first === undefined ? hung('    ', wrapped(reason, width - 4)) : findingLines(first, width - 4)),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ]
}

function findingLines(finding: ReportedFinding, width: number): readonly string[] {
  const facts = findingFacts(finding).filter(({ label }) => shownFacts.has(label))
  return [...wrapped(finding.message, width), ...facts.flatMap((fact) => factLines(fact, width - 2))].map(
    (line, index) => `${index === 0 ? '  → ' : '    '}${line}`,
  )
}

/** A command stays on one line however long it is, to be copied whole. */
function factLines({ label, text, isCommand }: Fact, width: number): readonly string[] {
  const head = `  ${label.padEnd(9)} `
  if (isCommand) return [head + visibleLine(text)]
  const shown = text.length <= longest ? text : `${text.slice(0, longest)}…`
  return hung(head, wrapped(shown, width - head.length))
}
