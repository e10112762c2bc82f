import type { Report } from '../../conformance/model/report.ts'
import { findingFacts, sourceOf } from '../account.ts'
import { pageAbout } from '../documentation.ts'
import { folded, timesOf } from '../fold.ts'
import { counted } from '../identity.ts'
import { marks } from '../outcome.ts'
import { nameOf, type Result } from '../result.ts'
import { clipped, code, command, plain, prose } from './text.ts'

/** How many characters all may take; then how many, those in short included. */
const room = { full: 25_000, all: 40_000 }
/** The most characters of a value or message that is repeated. */
const longest = 500
/** The most different findings of one result. */
const findingsShown = 3

/** What failed or could not be decided: in full as far as there is room, then a line each, then how many more. */
export function broken(results: readonly Result[], report: Pick<Report, 'docs'>): readonly string[] {
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
    `${prose(statement)} (${plain(sourceOf(result))}${page === undefined ? '' : `, [documentation](${page})`})`,
    '',
    ...(first === undefined ? [`- ${code(clipped(reason, longest))}`] : []),
    ...folds.flatMap((fold, index) => findingLines(fold, index === 0)),
    ...(findingsTotal > told ? [`- and ${findingsTotal - told} more`] : []),
    ...again(first?.replay),
  ].join('\n')
}

/** The first finding with all there is to say, the others with what differs. */
function findingLines(fold: ReturnType<typeof folded>[number], isFirst: boolean): readonly string[] {
  const facts = findingFacts(fold.finding).filter(
    ({ isCommand, label }) => !isCommand && (isFirst || label !== 'exchange'),
  )
  return [
    `- ${code(clipped(fold.finding.message, longest))}${timesOf(fold)}`,
    ...facts.map(({ label, text }) => `  - ${label}: ${code(clipped(text, longest))}`),
  ]
}

/** A command is no use in parts. */
function again(replay: string | undefined): readonly string[] {
  return replay === undefined || replay.length > 2 * longest ? [] : ['', 'Reproduce it:', '', command(replay)]
}
