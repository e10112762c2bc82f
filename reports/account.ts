import type { ReportedFinding, RequirementResult } from '../conformance/model/report.ts'
import { expectedText, receivedText } from './value.ts'

/** What a requirement says and where, for renderers of plain text; and why it ended as it did, unless findings tell. */
export function account(requirement: RequirementResult): string {
  const { statement, reason, findings } = requirement
  const told = `${statement}\n${sourceOf(requirement)}`
  return findings.length > 0 ? told : `${told}\n${reason}`
}

/** Where a requirement comes from, for example `section 2.9, stated, reading M8`. */
export function sourceOf({ section, level, reading }: RequirementResult): string {
  return `section ${section}, ${level}${reading === undefined ? '' : `, reading ${reading}`}`
}

/** Each finding of a requirement as lines of plain text, and how many there are beside. */
export function findingsText({ findings, findingsTotal }: RequirementResult): string[] {
  const more = findingsTotal - findings.length
  const told = findings.map((finding) => [finding.message, ...findingFacts(finding).map(factLine)].join('\n'))
  return more > 0 ? [...told, `and ${more} more like ${more === 1 ? 'this' : 'these'}`] : told
}

/** One labelled fact about a finding. `command` facts are for pasting into a shell. */
export interface Fact {
  readonly label: string
  readonly text: string
  readonly isCommand?: true
}

/** What there is to say about a finding beside its message, in the order in which people ask. */
export function findingFacts(finding: ReportedFinding): readonly Fact[] {
  const { path, expected, actual, exchange, curl, replay, intermittent, shrunk } = finding
  return [
    ...(path === undefined ? [] : [{ label: 'where', text: path }]),
    ...(expected === undefined ? [] : [{ label: 'expected', text: expectedText(expected) }]),
    ...(actual === undefined ? [] : [{ label: 'received', text: receivedText(actual) }]),
    { label: 'exchange', text: exchange },
    ...(shrunk === undefined ? [] : [{ label: 'smallest request', text: shrunk }]),
    ...(intermittent ? [{ label: 'intermittent', text: 'sent again unchanged, it did not repeat' }] : []),
    ...(curl === undefined ? [] : [{ label: 'curl', text: curl, isCommand: true as const }]),
    ...(replay === undefined ? [] : [{ label: 'replay', text: replay, isCommand: true as const }]),
  ]
}

function factLine({ label, text }: Fact): string {
  return `  ${label}: ${text}`
}
