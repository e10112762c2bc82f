import type { Report } from '../../conformance/core/model/report.ts'
import { dimensions, outcomes } from '../../conformance/core/model/vocabulary.ts'
import { counted } from '../../conformance/core/text/counted.ts'
import { findingFacts, sourceOf } from '../account.ts'
import { blockedAside, clientsAside } from '../aside.ts'
import { causeText } from '../cause.ts'
import { clientsText } from '../clients.ts'
import { pageAbout } from '../documentation.ts'
import { notInEditionAside } from '../edition.ts'
import {
  type BrokenFeatures,
  brokenByCause,
  featuresInWords,
  featureTable,
  featureText,
  legendText,
  statesToExplain,
} from '../features.ts'
import { coverageText, latencyText } from '../figures.ts'
import { folded, timesOf } from '../fold.ts'
import {
  actionInWords,
  departuresOf,
  effortOf,
  runSettings,
  sentenceOf,
  specificationName,
  targetName,
  whenOf,
} from '../identity.ts'
import { declarationText, entryReasonText, entryStateText, excusedOn, isStale, scopeOf, unexcused } from '../known.ts'
import { boundsOf, cutsOf } from '../limits.ts'
import { headlines, marks, wordOf } from '../outcome.ts'
import { nameOf, type Result } from '../result.ts'
import { isNothingTested, resultsEnding, undecided, untestedByReason } from '../select.ts'
import { shellWord } from '../shell-word.ts'
import { tokenCountRemarks, tokenCountRows, tokenCountsNote } from '../token-counts.ts'
import { upstreamNote, upstreamResultsOf, upstreamVerdictText } from '../upstream.ts'
import { clipped } from '../value.ts'
import { fitting } from './fitting.ts'
import { code, commandBlock, escapeMarkdown, statementMarkdown } from './text.ts'

const longestLine = 400

/**
 * Renders GitHub-flavoured Markdown for the summary page of a CI job or for a comment. Both are limited to 65 536
 * characters.
 */
export function markdown(report: Report): string {
  const parts = isNothingTested(report)
    ? nothing(report)
    : [
        heading(report),
        identity(report),
        ...cutsOf(report).map((cut) => `> **!** ${line(cut)}`),
        ...featuresPart(report),
        table(report),
        ...operations(report),
        ...list('### Causes', causes(report)),
        ...list('### Clients', clientsAside(report).lines.map(line)),
        ...upstreamPart(report),
        ...list('### Known failures', knownFailures(report)),
        ...list('### Declared absent', (report.declarations ?? []).map(declarationText).map(line)),
        ...broken([...unexcused(report), ...undecided(report), ...resultsEnding(report, 'warn')], report),
        ...list('### Blocked by other failures', blockedAside(report).lines.map(line)),
        ...list('### Not tested', untested(report)),
        ...list('### This run was limited', boundsOf(report).map(line)),
        ...notInEdition(report),
        ...figures(report),
        ...reproduce(report),
      ]
  return `${fitting(parts).join('\n\n')}\n`
}

/** Lists the causes, with their effects on clients below them. */
function causes(report: Report): readonly string[] {
  return report.causes.map((cause) => {
    const clients = clientsText(cause)
    const below = clients === undefined ? [] : [`  - Clients: ${line(clients)}`]
    return [statementMarkdown(clipped(causeText(cause, report), longestLine)), ...below].join('\n')
  })
}

/** Renders a report in which nothing was tested. The heading states the reason, and there are no figures. */
function nothing(report: Report): readonly string[] {
  const reasons = untested(report)
  return [
    heading(report),
    `Nothing was tested: no verdict on any of ${counted(report.requirements.length, 'requirement')}.`,
    identity(report),
    ...(reasons.length > 1 ? list('### Not tested', reasons) : []),
    ...upstreamPart(report),
    ...list('### Known failures', knownFailures(report)),
    ...list('### This run was limited', report.limits.map(line)),
    ...(report.source === 'runner' ? [onceMore(report)] : []),
  ]
}

/** Tells the user how to run again. If nothing failed, the limits of the run are the reason why nothing was tested. */
function onceMore({ summary, limits }: Report): string {
  return summary.reason === 'nothing was tested' && limits.length > 0
    ? 'Start `mgi run` again without what limited this run.'
    : 'When that is fixed, start `mgi run` again with the same options.'
}

function heading({ summary }: Report): string {
  const { glyph, word } = headlines[summary.verdict]
  return `## ${glyph} ${word}: ${statementMarkdown(clipped(summary.reason, longestLine))}`
}

function identity(report: Report): string {
  const { tool, specification } = report
  const who = `${line(`${tool.name} ${tool.version} ${actionInWords(report)}`)} ${code(clipped(targetName(report), longestLine))}`
  const departures = departuresOf(report).map((text) => `; ${line(clipped(text, longestLine))}`)
  return `${who} on ${line(whenOf(report))}; ${runSettings(report)}${effortOf(report)}${departures.join('')}; against ${line(specificationName(report))} ${code(clipped(specification.digest, longestLine))}.`
}

/** Renders the features that clients use, by area. */
function featuresPart(report: Report): readonly string[] {
  const features = featureTable(report)
  if (features === undefined) return []
  const rows = features.rows.map(({ name, cells }) => {
    const texts = cells.map((one) => (one === undefined ? '' : featureText(one, report)))
    return `| ${line(name)} | ${texts.join(' | ')} |`
  })
  const heads = [`| feature | ${features.areas.join(' | ')} |`, `|---|${features.areas.map(() => '---|').join('')}`]
  const legend = statesToExplain(report.features ?? []).map(legendText)
  return [
    [...heads, ...rows].join('\n'),
    ...(legend.length === 0 ? [] : [line(legend.join('; '))]),
    ...list('### Broken features', brokenByCause(report).map(brokenFeatures)),
  ]
}

/** Names the features that a cause breaks, and the cause. */
function brokenFeatures({ features, cause }: BrokenFeatures): string {
  const names = `**✗** ${line(featuresInWords(features))}`
  return cause === undefined ? names : `${names}: ${statementMarkdown(clipped(cause.title, longestLine))}`
}

/** Renders the counts of requirements. Each is counted once, with the worst outcome of its operations. */
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

/** Renders the verdict and counts of each operation. */
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

/** Renders what happens behind the gateway: the verdict, and the results that did not pass with their first findings. */
function upstreamPart(report: Report): readonly string[] {
  const text = upstreamVerdictText(report)
  if (text === undefined) return []
  const open = upstreamResultsOf(report).filter(({ verdict }) => verdict !== 'pass' && verdict !== 'skipped')
  const rows = open.map(({ id, operation, verdict, reason }) => {
    const { glyph, word } = marks[verdict]
    return `${glyph} ${word} ${code(id)} on ${code(operation)}: ${line(clipped(reason, longestLine))}`
  })
  const limits = (report.upstream?.limits ?? []).map((limit) => line(sentenceOf(clipped(limit, longestLine))))
  return ['### Behind the gateway', line(text), ...limits, ...list(line(upstreamNote), rows)]
}

/** Lists the entries with their states, first those that fail the run. */
function knownFailures(report: Report): readonly string[] {
  const { knownFailures: entries = [] } = report
  const ordered = [...entries.filter(isStale), ...entries.filter((entry) => !isStale(entry))]
  return ordered.map((entry) => {
    const mark = isStale(entry) ? '**✗** ' : ''
    return `${mark}${code(clipped(scopeOf(entry), longestLine))} ${line(entryStateText(entry, report))}: ${line(entryReasonText(entry))}`
  })
}

function notInEdition(report: Report): readonly string[] {
  const { title, lines } = notInEditionAside(report)
  return list(`### ${line(title)}`, lines.map(line))
}

function untested(report: Report): readonly string[] {
  return untestedByReason(report).map(({ reason, results }) => `${counted(results.length, 'result')}: ${line(reason)}`)
}

function figures(report: Report): readonly string[] {
  const { coverage = [], latencies = [] } = report
  return [
    ...list('### Schema coverage of the requests', coverage.map(coverageText).map(line)),
    ...tokenCounts(report),
    ...list('### Latencies', latencies.map(latencyText).map(line)),
  ]
}

function tokenCounts(report: Report): readonly string[] {
  const rows = tokenCountRows(report).map((row) => {
    const figures = [row.first, row.second, `${row.agreeing} of ${row.pairs}`]
    return `| ${[row.operation, row.compares, ...figures].join(' | ')} |`
  })
  if (rows.length === 0) return []
  const head = '| operation | compared requests | input tokens, first | second | agreeing |\n|---|---|---:|---:|---:|'
  return [
    '### Token counts',
    line(tokenCountsNote),
    [head, ...rows].join('\n'),
    ...list('Also:', tokenCountRemarks(report).map(line)),
  ]
}

function reproduce(report: Report): readonly string[] {
  if (report.source !== 'runner') return []
  const key = report.target.embedded ? [] : ['The key comes from the environment, as `MGI_API_KEY`.']
  const run = commandOf(report)
  const how = run === undefined ? sameOptions(report) : commandBlock(run)
  return ['### Run it again', ...key, how]
}

/** Tells the user to repeat the limits of the run; otherwise the command would send more requests than the run did. */
function sameOptions({ seed }: Report): string {
  return `This run was limited: start \`mgi run\` with the same options as this run, and with \`--seed ${seed}\`.`
}

function line(text: string): string {
  return escapeMarkdown(clipped(text, longestLine))
}

const longestList = 40

/** Renders a titled list, or nothing if it is empty. */
function list(title: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return []
  const more = items.length - longestList
  const shown = items.slice(0, longestList).map((item) => `- ${item}`)
  return [title, [...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')]
}

/**
 * Returns the command that repeats the run. Returns undefined if the report is not of a run, or if options limited the
 * run: the report does not contain those options, so the command would send more requests.
 */
function commandOf({ source, target, profile, seed, strict, limits }: Report): string | undefined {
  if (source !== 'runner' || limits.length > 0) return undefined
  return [
    'npx mgi run',
    ...(target.embedded ? [] : [shellWord(target.url)]),
    ...(profile === 'standard' ? [] : [`--profile ${profile}`]),
    `--seed ${seed}`,
    ...(strict ? ['--strict'] : []),
  ].join(' ')
}

/** The maximum number of characters of the results in full, and of all results. */
const room = { full: 25_000, all: 40_000 }
/** The maximum number of characters of a value or message that is repeated. */
const longest = 500
/** The maximum number of different findings of one result. */
const findingsShown = 3

/** Renders failed and inconclusive results: in full while there is room, then one a line, then a count of the rest. */
function broken(results: readonly Result[], report: Pick<Report, 'docs'>): readonly string[] {
  const whole: string[] = []
  const short: string[] = []
  let length = 0
  for (const result of results) {
    const told = length < room.full ? inFull(result, pageAbout(result.id, report)) : inShort(result)
    if (length + told.length > room.all) break
    ;(length < room.full ? whole : short).push(told)
    length += told.length
  }
  const left = results.length - whole.length - short.length
  if (left > 0) short.push(`- and ${counted(left, 'result')} more; the other reports name them`)
  return [...whole, ...(short.length === 0 ? [] : ['### Other results', short.join('\n')])]
}

function inShort(result: Result): string {
  const { glyph, word } = marks[result.verdict]
  return `- ${glyph} ${word} ${code(clipped(nameOf(result), longest))}: ${code(clipped(result.reason, longest))}`
}

function inFull(result: Result, page: string | undefined): string {
  const { verdict, id, operation, statement, findings, findingsTotal, reason } = result
  const { glyph, word } = marks[verdict]
  const folds = folded(findings).slice(0, findingsShown)
  const told = folds.reduce((sum, { count }) => sum + count, 0)
  const [first] = findings
  return [
    `### ${glyph} ${word} ${code(clipped(id, longest))} on ${code(operation)}`,
    '',
    `${statementMarkdown(statement)} (${escapeMarkdown(sourceOf(result))}${page === undefined ? '' : `, [documentation](${page})`})`,
    '',
    ...(first === undefined ? [`- ${code(clipped(reason, longest))}`] : []),
    ...folds.flatMap((fold, index) => findingLines(fold, index === 0)),
    ...(findingsTotal > told ? [`- and ${findingsTotal - told} more`] : []),
    ...again(first?.replay),
  ].join('\n')
}

/** Renders the first finding of a kind with its exchange, and further ones without. */
function findingLines(fold: ReturnType<typeof folded>[number], isFirst: boolean): readonly string[] {
  const facts = findingFacts(fold.finding).filter(
    ({ isCommand, label }) => !isCommand && (isFirst || label !== 'exchange'),
  )
  return [
    `- ${code(clipped(fold.finding.message, longest))}${timesOf(fold)}`,
    ...facts.map(({ label, text }) => `  - ${label}: ${code(clipped(text, longest))}`),
  ]
}

/** Renders the command that reproduces a finding. Omits a long command, because a truncated one is useless. */
function again(replay: string | undefined): readonly string[] {
  return replay === undefined || replay.length > 2 * longest ? [] : ['', 'Reproduce it:', '', commandBlock(replay)]
}
