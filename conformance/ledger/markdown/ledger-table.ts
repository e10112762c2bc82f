import { isJudged, type Part, type Row } from '../row.ts'
import { cell, linkTo, table } from './cell.ts'

/** What becomes of each sentence of a part of a section. */
export function ledgerTable({ title, rows }: Part): string {
  return `**${cell(title)}**\n\n${table(['the document says', 'judged by', 'not judged'], rows.map(rowOf))}`
}

function rowOf(row: Row): readonly string[] {
  return isJudged(row)
    ? [cell(row.says), row.requirements.map((id) => linkTo(id)).join('<br>'), withReadings(row.besides ?? '')]
    : [cell(row.says), '', withReadings(reasonOf(row))]
}

function reasonOf({ excluded, reading }: Extract<Row, { excluded: string }>): string {
  return reading === undefined ? excluded : `${excluded.replace(/\.$/, '')} (${reading}).`
}

/** The text with its readings, `(M7)` or `(G4, C11)`, as links. */
function withReadings(text: string): string {
  return cell(text).replaceAll(/\b[GITCMS]\d{1,2}\b(?=[,)])/g, (reading) => linkTo(reading, reading))
}
