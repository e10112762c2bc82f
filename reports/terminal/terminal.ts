import type { Report } from '../../conformance/model/report.ts'
import { type Problem, problemsOf, shareOf } from '../cause.ts'
import { counted } from '../identity.ts'
import { declarationText, fateOf, groundsOf, isExcused, isStale, scopeOf, wrongDeclarations } from '../known.ts'
import { boundsOf, cutsOf } from '../limits.ts'
import { nameOf } from '../result.ts'
import { blockedByReason, isNothingTested, resultsEnding, undecided, untestedByReason } from '../select.ts'
import { visibleLine } from '../visible.ts'
import { inert } from '../workflow-command.ts'
import { hung, wrapped } from './columns.ts'
import { requirementRows } from './counts-table.ts'
import { operationsTable, starLegend } from './operations-table.ts'
import { type Paint, painter } from './paint.ts'
import { identityLines, joined, type TerminalStyle, verdictLine, width } from './parts.ts'

/** The most lines of a summary: what fits on a screen, and is read at the end of a log. */
export const mostLines = 60

/**
 * A summary to read after a run: what each operation came to; the causes, each with its strongest finding; what was not
 * tested. At most `mostLines` lines, the last of which is the verdict. `text` has everything.
 */
export function terminal(report: Report, { colour }: TerminalStyle = { colour: false }): string {
  const paint = painter(colour)
  if (isNothingTested(report))
    return joined([identityLines(report), ...nothingLines(report), [verdictLine(report, paint)]])
  const head = [
    identityLines(report).slice(0, 10),
    [...operationsTable(report, paint), ...requirementRows(report, paint), ...starLegend(report)],
  ]
  const foot = [notesOn(report), [verdictLine(report, paint)]]
  const taken = [...head, ...foot].reduce((sum, lines) => sum + lines.length + 1, 0)
  return joined([...head, problemLines(report, mostLines - taken, paint), ...foot])
}

/** Where nothing was tested a table has no figures: the verdict says why, and one reason stands for all results. */
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

/** What made results fail, the weightiest first, in so many lines at most. */
function problemLines(report: Report, most: number, paint: Paint): readonly string[] {
  const problems = problemsOf(report).map(problem)
  if (problems.length === 0) return []
  const fitting = howManyFit(problems, most - 1)
  const more = problems.length - fitting
  return [
    paint('bold', report.causes.length > 0 ? 'Causes' : 'Failed'),
    ...problems.slice(0, fitting).flat(),
    ...(more > 0 ? [`  and ${more} more: see the reports, or --verbose`] : []),
  ]
}

/** How many of the first fit into so many lines, one of them for what is left out. */
function howManyFit(problems: readonly (readonly string[])[], room: number): number {
  let taken = 0
  for (const [index, lines] of problems.entries()) {
    taken += lines.length
    if (taken > (index === problems.length - 1 ? room : room - 1)) return index
  }
  return problems.length
}

/** One problem: its title, its strongest finding and the command that reproduces it. */
function problem({ text, results, example }: Problem): readonly string[] {
  const isKnown = results.length > 0 && results.every(isExcused)
  const titleLines = atMost(4, wrapped(`${isKnown ? '(known) ' : ''}${text}`, width - 6))
  return [...hung('  - ', titleLines), ...findingLines(example)]
}

function findingLines(example: Problem['example']): readonly string[] {
  if (example === undefined) return []
  const { result, finding } = example
  const said = wrapped(`${nameOf(result)}, ${shareOf(result)}: ${finding.message}`, width - 8)
  return [
    ...hung('    → ', atMost(2, said)),
    ...(finding.replay === undefined ? [] : [`      replay ${inert(visibleLine(finding.replay))}`]),
  ]
}

/** What a reader has to know beside what failed, in a few lines for each. */
function notesOn(report: Report): readonly string[] {
  const warned = resultsEnding(report, 'warn')
  const open = undecided(report)
  const blocked = blockedByReason(report).reduce((sum, { results }) => sum + results.length, 0)
  const untested = untestedByReason(report)
  const untestedCount = untested.reduce((sum, { results }) => sum + results.length, 0)
  return [
    ...note(`▲ ${counted(warned.length, 'result')} warned`, warned.map(nameOf)),
    ...note(
      `? ${counted(open.length, 'result')} could not be decided`,
      open.map((one) => `${nameOf(one)}: ${one.reason}`),
    ),
    ...note(`– ${counted(blocked, 'result')} blocked`, blocked === 0 ? [] : ['see the causes']),
    ...note(
      `– ${counted(untestedCount, 'result')} not tested`,
      untested.map(({ reason, results }) => `${results.length} ${reason.replace(/^not tested: /, '')}`),
    ),
    ...knownLines(report),
    ...note('Declared absent', wrongDeclarations(report).map(declarationText)),
    ...limitLines(report),
  ]
}

/** So many cuts are told; there are rarely more kinds of them. */
const cutsShown = 3

/** What a limit cut is a line of its own: among the others, it could be what is left out. */
function limitLines(report: Report): readonly string[] {
  const cuts = cutsOf(report)
    .slice(0, cutsShown)
    .flatMap((cut) => note('Cut short', [cut]))
  return [...cuts, ...note('Limited', boundsOf(report))]
}

/** A note with the first few of what it is about; none where there is nothing. */
function note(title: string, about: readonly string[]): readonly string[] {
  if (about.length === 0) return []
  const more = about.length - 3
  const list = [...about.slice(0, 3), ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
  return atMost(3, wrapped(`${title}: ${list}`, width - 4)).map((line, index) => (index === 0 ? line : `  ${line}`))
}

/** The most known failures that are listed. */
const listedKnown = 4

/** What became of the list of known failures: first what has to be mended. */
function knownLines(report: Report): readonly string[] {
  const { knownFailures = [] } = report
  if (knownFailures.length === 0) return []
  const ordered = [...knownFailures.filter(isStale), ...knownFailures.filter((entry) => !isStale(entry))]
  const lines = ordered.slice(0, listedKnown).flatMap((entry) => {
    const text = `${scopeOf(entry)} ${fateOf(entry, report)}: ${groundsOf(entry)}`
    return hung('  - ', atMost(2, wrapped(text, width - 6)))
  })
  const more = knownFailures.length - listedKnown
  return ['Known failures', ...lines, ...(more > 0 ? [`  and ${more} more`] : [])]
}

/** The first few lines; the last of them says that more was left out. Lines are two columns narrower than they may be. */
function atMost(count: number, lines: readonly string[]): readonly string[] {
  return lines.length <= count ? lines : [...lines.slice(0, count - 1), `${lines[count - 1]} …`]
}
