import type { Report, RequirementResult } from '../conformance/model/report.ts'
import { dimensions, outcomes } from '../conformance/model/vocabulary.ts'
import { findingFacts, sourceOf } from './account.ts'
import { counted, deedOf, effortOf, subjectOf, whenOf } from './identity.ts'
import { headlines, marks } from './outcome.ts'
import { phrases } from './phrases.ts'
import { ending, untestedByReason } from './select.ts'
import { visibleLine } from './visible.ts'

/** GitHub-flavoured Markdown, for the summary page of a CI job or a comment on a change. */
export function markdown(report: Report): string {
  const { summary, limits } = report
  const { glyph, word } = headlines[summary.verdict]
  const parts = [
    `## ${glyph} ${word}: ${plain(summary.reason)}`,
    identity(report),
    table(report),
    ...(['fail', 'warn', 'inconclusive'] as const).flatMap((outcome) => ending(report, outcome).map(requirement)),
    ...untested(report),
    ...(limits.length === 0 ? [] : ['### This run was limited', limits.map((limit) => `- ${plain(limit)}`).join('\n')]),
  ]
  return `${parts.join('\n\n')}\n`
}

function identity(report: Report): string {
  const { tool, document, profile, seed, strict } = report
  const who = `${plain(`${tool.name} ${tool.version} ${deedOf(report)}`)} ${code(subjectOf(report))}`
  const settings = `profile ${profile}, seed ${seed}${strict ? ', strict' : ''}`
  return `${who} on ${plain(whenOf(report))}; ${settings}; ${effortOf(report)}; document ${code(document.digest)}.`
}

function table({ summary }: Report): string {
  const rows = [
    ...dimensions.map((name) => [name, summary.dimensions[name]] as const),
    ['all', summary.counts] as const,
  ]
  return [
    `| | ${outcomes.map((outcome) => `${marks[outcome].glyph} ${marks[outcome].word}`).join(' | ')} |`,
    `|---|${outcomes.map(() => '---:|').join('')}`,
    ...rows.map(([name, counts]) => `| ${name} | ${outcomes.map((outcome) => counts[outcome]).join(' | ')} |`),
  ].join('\n')
}

function requirement(result: RequirementResult): string {
  const { verdict, id, statement, findings, findingsTotal, reason } = result
  const { glyph, word } = marks[verdict]
  const [first] = findings
  const facts = first === undefined ? [] : findingFacts(first).filter(({ label }) => label !== 'curl')
  return [
    `### ${glyph} ${word} ${code(id)}`,
    '',
    `${prose(statement)} (${plain(sourceOf(result))})`,
    '',
    `- ${code(first?.message ?? reason)}`,
    ...facts.map(({ label, text }) => `- ${label}: ${code(text)}`),
    ...(findingsTotal > 1 ? [`- and ${findingsTotal - 1} more`] : []),
  ].join('\n')
}

function untested(report: Report): string[] {
  const groups = untestedByReason(report)
  if (groups.length === 0) return []
  const lines = groups.map(
    ({ reason, requirements }) => `- ${counted(requirements.length, 'requirement')}: ${plain(reason)}`,
  )
  return ['### Not tested', lines.join('\n')]
}

/** A statement, with its code words as code. */
function prose(text: string): string {
  return phrases(text)
    .map(({ words, isCode }) => (isCode ? code(words) : plain(words)))
    .join('')
}

/** Text in which nothing is markup, a mention or a link, not even at the start of a list item. */
function plain(text: string): string {
  return visibleLine(text)
    .replace(/[\\`*_{}[\]()#!|<>~]/g, '\\$&')
    .replace(/^(\d*)([-+.])/, '$1\\$2')
    .replaceAll('&', '&amp;')
    .replaceAll('@', '&#64;')
    .replaceAll('://', '&#58;//')
}

/** A code span: fenced by more backticks than it contains in a row (CommonMark §6.1). */
function code(text: string): string {
  const shown = visibleLine(text)
  const longestRun = (shown.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0)
  const fence = '`'.repeat(longestRun + 1)
  const isTight = /^[^\s`](.*[^\s`])?$/.test(shown)
  return isTight ? fence + shown + fence : `${fence} ${shown} ${fence}`
}
