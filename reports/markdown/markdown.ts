import type { Report } from '../../conformance/model/report.ts'
import { dimensions, outcomes } from '../../conformance/model/vocabulary.ts'
import { blockedAside, causesAside } from '../aside.ts'
import { commandOf } from '../command-of.ts'
import { coverageText, latencyText } from '../figures.ts'
import { counted, deedOf, departuresOf, effortOf, settingsOf, subjectOf, whenOf } from '../identity.ts'
import { declarationText, excusedOn, fateOf, groundsOf, isStale, scopeOf, unexcused } from '../known.ts'
import { boundsOf, cutsOf } from '../limits.ts'
import { headlines, marks, wordOf } from '../outcome.ts'
import { isNothingTested, resultsEnding, undecided, untestedByReason } from '../select.ts'
import { broken } from './broken.ts'
import { fitting } from './fitting.ts'
import { clipped, code, command, plain, prose } from './text.ts'

/** The most characters of any one line of words. */
const longestLine = 400

/** GitHub-flavoured Markdown, for the summary page of a CI job or a comment on a change, which hold 65 536 characters. */
export function markdown(report: Report): string {
  const parts = isNothingTested(report)
    ? nothing(report)
    : [
        heading(report),
        identity(report),
        ...cutsOf(report).map((cut) => `> **!** ${line(cut)}`),
        table(report),
        ...operations(report),
        ...list('### Causes', causesAside(report).lines.map(line)),
        ...list('### Known failures', knownFailures(report)),
        ...list('### Declared absent', (report.declarations ?? []).map(declarationText).map(line)),
        ...broken([...unexcused(report), ...undecided(report), ...resultsEnding(report, 'warn')], report),
        ...list('### Blocked by other failures', blockedAside(report).lines.map(line)),
        ...list('### Not tested', untested(report)),
        ...list('### This run was limited', boundsOf(report).map(line)),
        ...figures(report),
        ...reproduce(report),
      ]
  return `${fitting(parts).join('\n\n')}\n`
}

/** Where nothing was tested there are no figures: why stands in the heading. */
function nothing(report: Report): readonly string[] {
  const reasons = untested(report)
  return [
    heading(report),
    `Nothing was tested: no verdict on any of ${counted(report.requirements.length, 'requirement')}.`,
    identity(report),
    ...(reasons.length > 1 ? list('### Not tested', reasons) : []),
    ...list('### Known failures', knownFailures(report)),
    ...list('### This run was limited', report.limits.map(line)),
    ...(report.source === 'runner' ? [onceMore(report)] : []),
  ]
}

/** Where the heading names nothing that is wrong, the limits of the run are why nothing was tested. */
function onceMore({ summary, limits }: Report): string {
  return summary.reason === 'nothing was tested' && limits.length > 0
    ? 'Start `mgi run` again without what limited this run.'
    : 'When that is mended, start `mgi run` again with the same options.'
}

function heading({ summary }: Report): string {
  const { glyph, word } = headlines[summary.verdict]
  return `## ${glyph} ${word}: ${prose(clipped(summary.reason, longestLine))}`
}

function identity(report: Report): string {
  const { tool, specification } = report
  const who = `${line(`${tool.name} ${tool.version} ${deedOf(report)}`)} ${code(clipped(subjectOf(report), longestLine))}`
  const departures = departuresOf(report).map((text) => `; ${line(clipped(text, longestLine))}`)
  return `${who} on ${line(whenOf(report))}; ${settingsOf(report)}${effortOf(report)}${departures.join('')}; against ${line(specification.title)} ${code(clipped(specification.digest, longestLine))}.`
}

/** Counts of requirements: each once, with the worst of its operations. */
function table({ summary }: Report): string {
  const rows = [
    ...dimensions.map((name) => [name, summary.dimensions[name]] as const),
    ['all', summary.counts] as const,
  ]
  return [
    `| requirements | ${outcomes.map((outcome) => `${marks[outcome].glyph} ${marks[outcome].word}`).join(' | ')} |`,
    `|---|${outcomes.map(() => '---:|').join('')}`,
    ...rows.map(([name, counts]) => `| ${name} | ${outcomes.map((outcome) => counts[outcome]).join(' | ')} |`),
  ].join('\n')
}

/** What each operation comes to, from its own results alone. */
function operations(report: Report): readonly string[] {
  const { operations: all } = report
  if (all.length === 0) return []
  const rows = all.map(({ operation, verdict, counts }) => {
    const figures = outcomes.map((outcome) => counts[outcome]).join(' | ')
    const excused = excusedOn(report, operation)
    const besides = excused === 0 ? '' : ` (${counted(excused, 'known failure')})`
    return `| ${operation} | ${headlines[verdict].glyph} ${wordOf(verdict)}${besides} | ${figures} |`
  })
  const heads = outcomes.map((outcome) => `${marks[outcome].glyph} ${marks[outcome].word}`).join(' | ')
  return [
    [`| operation | verdict | ${heads} |`, `|---|---|${outcomes.map(() => '---:|').join('')}`, ...rows].join('\n'),
  ]
}

/** Each entry of the list with what became of it; first those that fail the run. */
function knownFailures(report: Report): readonly string[] {
  const { knownFailures: entries = [] } = report
  const ordered = [...entries.filter(isStale), ...entries.filter((entry) => !isStale(entry))]
  return ordered.map((entry) => {
    const mark = isStale(entry) ? '**✗** ' : ''
    return `${mark}${code(clipped(scopeOf(entry), longestLine))} ${line(fateOf(entry, report))}: ${line(groundsOf(entry))}`
  })
}

function untested(report: Report): readonly string[] {
  return untestedByReason(report).map(({ reason, results }) => `${counted(results.length, 'result')}: ${line(reason)}`)
}

function figures({ coverage = [], latencies = [] }: Report): readonly string[] {
  return [
    ...list('### Schema coverage of the requests', coverage.map(coverageText).map(line)),
    ...list('### Latencies', latencies.map(latencyText).map(line)),
  ]
}

function reproduce(report: Report): readonly string[] {
  if (report.source !== 'runner') return []
  const key = report.target.embedded ? [] : ['The key comes from the environment, as `MGI_API_KEY`.']
  const run = commandOf(report)
  const how = run === undefined ? sameOptions(report) : command(run)
  return ['### Run it again', ...key, how]
}

/** A command without what limited the run would send more than the run did. */
function sameOptions({ seed }: Report): string {
  return `This run was limited: start \`mgi run\` with the same options as this run, and with \`--seed ${seed}\`.`
}

function line(text: string): string {
  return plain(clipped(text, longestLine))
}

/** The most items of a list. */
const longestList = 40

/** A titled list; nothing where there is nothing to list. */
function list(title: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return []
  const more = items.length - longestList
  const shown = items.slice(0, longestList).map((item) => `- ${item}`)
  return [title, [...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')]
}
