import type { ReportedFinding } from '../../conformance/model/report.ts'
import type { Outcome } from '../../conformance/model/vocabulary.ts'
import { type Fact, findingFacts, sourceOf } from '../account.ts'
import { folded, timesOf } from '../fold.ts'
import { marks } from '../outcome.ts'
import { blockedText, type Result } from '../result.ts'
import { visibleLine } from '../visible.ts'
import { inert } from '../workflow-command.ts'
import { hung, wrapped } from './columns.ts'
import { outcomeLooks, type Paint } from './paint.ts'

/** What a terminal shows of a finding; the rest is in the other reports. */
const shownFacts: ReadonlySet<string> = new Set(['where', 'expected', 'received', 'intermittent', 'replay'])

/** The most characters of an expected or received value. */
const longest = 400

/** The most different findings of one result. */
const findingsShown = 3

/** Results of one requirement that ended alike, each under its operation with its first findings. */
export function requirementLines(results: readonly Result[], width: number, paint: Paint): readonly string[] {
  const [first] = results
  if (first === undefined) return []
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
  const blocked = blockedText(result)
  return [
    ...hung('  ', wrapped(`on ${operation}${judgedOn(result)}`, width - 2)),
    ...(folds.length === 0 ? hung('    ', wrapped(reason, width - 4)) : []),
    ...folds.flatMap((fold) => findingLines(fold.finding, timesOf(fold), width - 4)),
    ...(folds.length > 0 && more > 0 ? [`    and ${more} more`] : []),
    ...(blocked === undefined ? [] : hung('    ', wrapped(blocked, width - 4))),
  ]
}

/** On how many exchanges it was judged, and how many of them violate it. */
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

/** A command stays on one line however long it is, to be copied whole. */
function factLines({ label, text, isCommand }: Fact, width: number): readonly string[] {
  const head = `  ${label.padEnd(9)} `
  if (isCommand) return [head + inert(visibleLine(text))]
  const shown = text.length <= longest ? text : `${text.slice(0, longest)}…`
  return hung(head, wrapped(shown, width - head.length))
}
