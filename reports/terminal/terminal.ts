import type { Report } from '../../conformance/core/model/report.ts'
import { counted } from '../../conformance/core/text/counted.ts'
import { visibleLine } from '../../conformance/core/text/visible.ts'
import { type TargetProblem, targetProblems, violationShare } from '../cause.ts'
import { clientsByEffectText, clientVerdictText } from '../clients.ts'
import { notInEditionAside } from '../edition.ts'
import { featuresInWords, isBroken } from '../features.ts'
import {
  declarationText,
  entryReasonText,
  entryStateText,
  isExcused,
  isStale,
  scopeOf,
  wrongDeclarations,
} from '../known.ts'
import { boundsOf, cutsOf } from '../limits.ts'
import { nameOf, type Result } from '../result.ts'
import {
  blockedByReason,
  isNothingTested,
  type ReasonGroup,
  resultsEnding,
  undecided,
  undecidedByReason,
  untestedByReason,
} from '../select.ts'
import { tokenCountSummary } from '../token-counts.ts'
import { upstreamVerdictText } from '../upstream.ts'
import { inert } from '../workflow-command.ts'
import { hung, wrapped } from './columns.ts'
import { operationsTable, requirementRows, starLegend } from './operations-table.ts'
import { type Paint, painter } from './paint.ts'
import { identityLines, joined, type TerminalStyle, verdictLine, width } from './parts.ts'

/** The maximum number of lines of a summary, so that it fits on a screen. */
export const mostLines = 60

/**
 * Renders a summary: the verdict of each operation, the causes with their strongest findings, and the results that were
 * not tested. It has at most `mostLines` lines. The last line is the verdict, or the verdict for the clients that the
 * run names. `text` renders the complete report.
 */
export function terminal(report: Report, { colour }: TerminalStyle = { colour: false }): string {
  const paint = painter(colour)
  if (isNothingTested(report))
    return joined([
      identityLines(report),
      ...nothingLines(report),
      [...upstreamVerdictLines(report), verdictLine(report, paint)],
    ])
  const head = [
    identityLines(report).slice(0, 10),
    [...operationsTable(report, paint), ...requirementRows(report, paint), ...starLegend(report)],
    brokenFeatureLines(report),
  ]
  const foot = [
    notesOn(report),
    [...upstreamVerdictLines(report), verdictLine(report, paint), ...clientVerdictLine(report)],
  ]
  const taken = [...head, ...foot].reduce((sum, lines) => sum + lines.length + 1, 0)
  return joined([...head, problemLines(report, mostLines - taken, paint), ...foot])
}

/** Renders the verdict for the clients that the run names. Like the verdict, it is not wrapped. */
function clientVerdictLine(report: Report): readonly string[] {
  const text = clientVerdictText(report)
  return text === undefined ? [] : [inert(visibleLine(text))]
}

/** Renders the verdict behind the gateway, above that of the run. */
function upstreamVerdictLines(report: Report): readonly string[] {
  const told = upstreamVerdictText(report)
  return told === undefined ? [] : atMost(3, wrapped(told, width - 2))
}

/** Names the features that clients cannot use, by area. */
function brokenFeatureLines({ features = [] }: Report): readonly string[] {
  const broken = features.filter(isBroken)
  return broken.length === 0 ? [] : atMost(3, wrapped(`Broken features: ${featuresInWords(broken)}`, width - 4))
}

/** Renders a run in which nothing was tested. There is no table, and the verdict states the reason. */
function nothingLines(report: Report): readonly (readonly string[])[] {
  const [first, ...others] = untestedByReason(report)
  const reasons = others.length === 0 ? [] : [first!, ...others]
  return [
    [`Nothing was tested: no verdict on any of ${counted(report.requirements.length, 'requirement')}.`],
    reasons
      .slice(0, 3)
      .flatMap(({ reason, results }) => hung('  - ', wrapped(`${results.length} ${reason}`, width - 6))),
    [...knownLines(report), ...limitLines(report)],
  ]
}

/** The most problems whose details are shown. All others have their titles. */
const mostDetails = 3

/**
 * Lists the problems of the target in at most `most` lines: the first one with its details, the titles of the others,
 * one line each, and the details of the next ones while there is room.
 */
function problemLines(report: Report, most: number, paint: Paint): readonly string[] {
  const all = targetProblems(report)
  if (all.length === 0) return []
  const isListed = all.length > mostDetails
  const problems = all.slice(0, mostDetails).map((one, index) => problem(one, isListed ? index + 1 : undefined))
  const first = problems[0]!
  const room = most - 1
  const titles = isListed && first.length < room - 3 ? ['', ...titleLines(all, room - first.length - 1)] : []
  const isFirstOnly = titles.length > 0 ? 1 : 0
  const fitting = howManyFit(problems, room - titles.length - isFirstOnly)
  const others = problems.slice(1, fitting).flat()
  const more = titles.length > 0 ? 0 : problems.length - fitting
  return [
    paint('bold', report.causes.length > 0 ? 'Causes' : 'Failed'),
    ...(fitting > 0 ? first : []),
    ...titles,
    ...(titles.length > 0 && others.length > 0 ? [''] : []),
    ...others,
    ...(more > 0 ? [`  and ${more} more: see the reports, or --verbose`] : []),
  ]
}

/** Renders the titles of all problems but the first, each with its number on one line. */
function titleLines(all: readonly TargetProblem[], most: number): readonly string[] {
  const shown = all.length - 1 > most ? most : all.length
  const titles = all.map(titleOf)
  const lines = titles.slice(1, shown).map((title, index) => `${numbered(index + 2)}${oneLine(title, titles)}`)
  return all.length > shown ? [...lines, `      and ${all.length - shown} more: see the reports, or --verbose`] : lines
}

function numbered(number: number): string {
  return `${String(number).padStart(4)}. `
}

/** The beginning of a title that is kept if the part that differs from another title comes too late for the line. */
const keptStart = 30

/** Cuts a title to one line. If another title begins with the same line, the part that differs is kept instead. */
function oneLine(title: string, all: readonly string[]): string {
  const columns = width - 8
  const [line = '', ...cut] = wrapped(title, columns)
  if (cut.length === 0) return line
  const alike = all.filter((other) => other !== title && other.startsWith(line))
  const shared = Math.max(0, ...alike.map((other) => sharedStart(title, other)))
  const differing = title.slice(title.lastIndexOf(' ', shared) + 1)
  const [start = ''] = wrapped(title, keptStart)
  return alike.length === 0 ? `${line} …` : atMost(1, wrapped(`${start} … ${differing}`, columns)).join('')
}

function sharedStart(one: string, other: string): number {
  const at = [...one].findIndex((character, index) => character !== other[index])
  return at < 0 ? one.length : at
}

function titleOf({ text, results }: TargetProblem): string {
  const isKnown = results.length > 0 && results.every(isExcused)
  return `${isKnown ? '(known) ' : ''}${text}`
}

/** Counts the problems that fit, and reserves a line for the count of the others. */
function howManyFit(problems: readonly (readonly string[])[], room: number): number {
  let taken = 0
  for (const [index, lines] of problems.entries()) {
    taken += lines.length
    if (taken > (index === problems.length - 1 ? room : room - 1)) return index
  }
  return problems.length
}

/** The most lines of a title with its hint. Only a title that quotes much is longer. */
const mostTitleLines = 8

/** Renders one problem: its title, its strongest finding and the command that reproduces it. */
function problem(one: TargetProblem, number?: number): readonly string[] {
  const lead = number === undefined ? '  - ' : numbered(number)
  return [...hung(lead, atMost(mostTitleLines, wrapped(titleOf(one), width - 6))), ...findingLines(one.example)]
}

function findingLines(example: TargetProblem['example']): readonly string[] {
  if (example === undefined) return []
  const { result, finding } = example
  const said = wrapped(`${nameOf(result)}, ${violationShare(result)}: ${finding.message}`, width - 8)
  return [
    ...hung('    → ', atMost(2, said)),
    ...(finding.entry === undefined ? [] : [`      entry ${inert(visibleLine(finding.entry))}`]),
    ...(finding.replay === undefined ? [] : [`      replay ${inert(visibleLine(finding.replay))}`]),
  ]
}

/** Renders the notes on a run, in a few lines each. */
function notesOn(report: Report): readonly string[] {
  const warned = resultsEnding(report, 'warn')
  const open = undecided(report)
  const blocked = blockedByReason(report).reduce((sum, { results }) => sum + results.length, 0)
  const untested = untestedByReason(report)
  const untestedCount = untested.reduce((sum, { results }) => sum + results.length, 0)
  return [
    ...note(`▲ ${counted(warned.length, 'result')} warned`, warned.map(nameOf)),
    ...replayLines(warned),
    ...note(`? ${counted(open.length, 'result')} could not be decided`, undecidedByReason(report).map(groupInWords)),
    ...note(`– ${counted(blocked, 'result')} blocked`, blocked === 0 ? [] : ['see the causes']),
    ...note(
      `– ${counted(untestedCount, 'result')} not tested`,
      untested.map(({ reason, results }) => `${results.length} ${reason.replace(/^not tested: /, '')}`),
    ),
    ...tokenCountNote(report),
    ...knownLines(report),
    ...clientsNote(report),
    ...note('Declared absent', wrongDeclarations(report).map(declarationText)),
    ...limitLines(report),
    ...notInEditionNote(report),
  ]
}

function groupInWords({ reason, results }: ReasonGroup): string {
  const [first, ...others] = results
  return others.length === 0 ? `${nameOf(first!)}: ${first!.reason}` : `${counted(results.length, 'result')}: ${reason}`
}

/** Renders the command that repeats the first of some results. The complete report has those of the others. */
function replayLines(results: readonly Result[]): readonly string[] {
  const replay = results.flatMap(({ findings }) => findings).find((finding) => finding.replay !== undefined)?.replay
  return replay === undefined ? [] : [`  replay ${inert(visibleLine(replay))}`]
}

function notInEditionNote(report: Report): readonly string[] {
  const { title, lines } = notInEditionAside(report)
  return note(title, lines)
}

function clientsNote(report: Report): readonly string[] {
  return summaryNote(clientsByEffectText(report), 3)
}

function tokenCountNote(report: Report): readonly string[] {
  return summaryNote(tokenCountSummary(report), 2)
}

/** Renders a note of one sentence in at most `most` lines. */
function summaryNote(summary: string | undefined, most: number): readonly string[] {
  if (summary === undefined) return []
  return atMost(most, wrapped(summary, width - 4)).map((line, index) => (index === 0 ? line : `  ${line}`))
}

const cutsShown = 3

/** Renders the limits. Each limit that cut off the run has its own line, so that it is not lost among the others. */
function limitLines(report: Report): readonly string[] {
  const cuts = cutsOf(report)
    .slice(0, cutsShown)
    .flatMap((cut) => note('Cut short', [cut]))
  return [...cuts, ...note('Limited', boundsOf(report))]
}

/** Renders a note with its first few subjects, or nothing if there are none. */
function note(title: string, about: readonly string[]): readonly string[] {
  if (about.length === 0) return []
  const more = about.length - 3
  const list = [...about.slice(0, 3), ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
  return atMost(3, wrapped(`${title}: ${list}`, width - 4)).map((line, index) => (index === 0 ? line : `  ${line}`))
}

/** The maximum number of known failures that are listed. */
const listedKnown = 4

/** Renders the list of known failures, first the entries that have to be fixed. */
function knownLines(report: Report): readonly string[] {
  const { knownFailures = [] } = report
  if (knownFailures.length === 0) return []
  const ordered = [...knownFailures.filter(isStale), ...knownFailures.filter((entry) => !isStale(entry))]
  const lines = ordered.slice(0, listedKnown).flatMap((entry) => {
    const text = `${scopeOf(entry)} ${entryStateText(entry, report)}: ${entryReasonText(entry)}`
    return hung('  - ', atMost(2, wrapped(text, width - 6)))
  })
  const more = knownFailures.length - listedKnown
  return ['Known failures', ...lines, ...(more > 0 ? [`  and ${more} more`] : [])]
}

/**
 * Returns at most `count` lines and ends the last with "…" if lines were omitted. The lines are two columns narrower
 * than the limit, so the ellipsis fits.
 */
function atMost(count: number, lines: readonly string[]): readonly string[] {
  return lines.length <= count ? lines : [...lines.slice(0, count - 1), `${lines[count - 1]} …`]
}
