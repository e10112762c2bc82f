import type { ReportedFinding } from '../conformance/core/model/report.ts'
import { blockedText, type Result } from './result.ts'
import { expectedText, receivedText } from './value.ts'

/**
 * Describes a result for renderers of plain text: the statement, its source, and the reason unless findings give it.
 */
export function account(result: Result): string {
  const { statement, reason, findings } = result
  const told = `${statement}\n${sourceOf(result)}`
  const blocked = blockedText(result)
  const why = [...(findings.length > 0 ? [] : [reason]), ...(blocked === undefined ? [] : [blocked])]
  return [told, ...why].join('\n')
}

/** Returns the source of a requirement, for example `section 2.9, stated, interpretation M8`. */
export function sourceOf({
  section,
  level,
  interpretation,
}: Pick<Result, 'section' | 'level' | 'interpretation'>): string {
  return `section ${section}, ${level}${interpretation === undefined ? '' : `, interpretation ${interpretation}`}`
}

/** Returns the findings of a result as lines of plain text, and the number of further ones. */
export function findingsText({ findings, findingsTotal }: Pick<Result, 'findings' | 'findingsTotal'>): string[] {
  const more = findingsTotal - findings.length
  const told = findings.map((finding) => [finding.message, ...findingFacts(finding).map(factLine)].join('\n'))
  return more > 0 ? [...told, `and ${more} more of the same kind`] : told
}

/** One labelled fact about a finding. `command` facts are for pasting into a shell. */
export interface Fact {
  readonly label: string
  readonly text: string
  readonly isCommand?: true
}

/** Returns everything about a finding except its message, the most useful facts first. */
export function findingFacts(finding: ReportedFinding): readonly Fact[] {
  const { path, expected, actual, exchange, entry, curl, replay, intermittent, shrunk, shared, closest } = finding
  return [
    ...(path === undefined ? [] : [{ label: 'where', text: path }]),
    ...(expected === undefined ? [] : [{ label: 'expected', text: expectedText(expected) }]),
    ...(actual === undefined ? [] : [{ label: 'received', text: receivedText(actual) }]),
    ...(entry === undefined ? [] : [{ label: 'entry', text: entry }]),
    ...(entry === exchange ? [] : [{ label: 'exchange', text: exchange }]),
    ...(shared === undefined ? [] : [{ label: 'shared', text: sharedText({ shared, closest }) }]),
    ...(shrunk === undefined ? [] : [{ label: 'smallest request', text: shrunk }]),
    ...(intermittent ? [{ label: 'intermittent', text: 'did not repeat when the same request was sent again' }] : []),
    ...(curl === undefined ? [] : [{ label: 'curl', text: curl, isCommand: true as const }]),
    ...(replay === undefined ? [] : [{ label: 'replay', text: replay, isCommand: true as const }]),
  ]
}

/** Returns what failing requests share, with the passing request to compare them with. */
export function sharedText({ shared = '', closest }: Pick<ReportedFinding, 'shared' | 'closest'>): string {
  return closest === undefined ? shared : `${shared} (closest: ${closest})`
}

function factLine({ label, text }: Fact): string {
  return `  ${label}: ${text}`
}
