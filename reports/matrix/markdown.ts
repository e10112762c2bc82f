import { outcomes } from '../../conformance/model/vocabulary.ts'
import { clientCellText, experimentNote, packageOf } from '../clients.ts'
import { counted } from '../identity.ts'
import { fitting } from '../markdown/fitting.ts'
import { cell, plain } from '../markdown/text.ts'
import { headlines, marks } from '../outcome.ts'
import { nameOf } from '../result.ts'
import type { Side } from '../side.ts'
import { clipped } from '../value.ts'
import type { ClientRow } from './clients.ts'
import { differs, failsSomewhere, labelsOf, type Matrix, type Row } from './matrix.ts'

/** The most rows of the table, and the most characters of a name. */
const listed = 150
const longest = 120

/** Renders the implementations, and the requirements with different outcomes. The HTML page has every requirement. */
export function matrixMarkdown({ sides, cautions, rows, clients = [] }: Matrix): string {
  const telling = rows.filter((row) => differs(row) || failsSomewhere(row))
  const more = telling.length - listed
  const parts = [
    `## ${counted(sides.length, 'implementation')} side by side`,
    sidesTable(sides),
    ...cautions.map((caution) => `> **!** ${plain(clipped(caution, 4 * longest))}`),
    ...(telling.length === 0
      ? ['All implementations have the same results, and no result fails.']
      : [table(telling, sides)]),
    ...(more > 0 ? [`and ${counted(more, 'result')} more`] : []),
    `${rows.length - telling.length} results are the same for all implementations and do not fail.`,
    outcomes.map((outcome) => `${marks[outcome].glyph} ${marks[outcome].word}`).join(', '),
    ...(clients.length === 0 ? [] : ['### Clients', plain(experimentNote), clientsTable(clients, sides)]),
  ]
  return `${fitting(parts).join('\n\n')}\n`
}

function sidesTable(sides: readonly Side[]): string {
  const labels = labelsOf(sides)
  return [
    `| results | target | verdict | ${outcomes.map((outcome) => marks[outcome].word).join(' | ')} |`,
    `|---|---|---|${outcomes.map(() => '---:|').join('')}`,
    ...sides.map(({ target, verdict, counts }, index) => {
      const { glyph, word } = headlines[verdict]
      const figures = outcomes.map((outcome) => counts[outcome]).join(' | ')
      return `| ${cell(clipped(labels[index]!, longest))} | ${cell(clipped(target, longest))} | ${glyph} ${word} | ${figures} |`
    }),
  ].join('\n')
}

function clientsTable(clients: readonly ClientRow[], sides: readonly Side[]): string {
  const labels = labelsOf(sides).map((label) => cell(clipped(label, longest)))
  return [
    `| client | ${labels.join(' | ')} |`,
    `|---|${labels.map(() => '---|').join('')}`,
    ...clients.map((client) => `| ${cell(packageOf(client))} | ${client.cells.map(clientCellText).join(' | ')} |`),
  ].join('\n')
}

function table(rows: readonly Row[], sides: readonly Side[]): string {
  const labels = labelsOf(sides).map((label) => cell(clipped(label, longest)))
  return [
    `| result | ${labels.join(' | ')} |`,
    `|---|${labels.map(() => ':---:|').join('')}`,
    ...rows.slice(0, listed).map((row) => {
      const glyphs = row.cells.map((one) =>
        one === null ? 'absent' : `${marks[one.verdict].glyph} ${marks[one.verdict].word}`,
      )
      return `| ${cell(clipped(nameOf(row), longest))} | ${glyphs.join(' | ')} |`
    }),
  ].join('\n')
}
