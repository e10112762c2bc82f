import { isJudged, type Part, type Row } from '../specification-map.ts'
import { cell, linkTo, table } from './cell.ts'

/** Returns the sentences of a part of a section, each with its requirements or the reason why nothing judges it. */
export function sentenceTable({ title, rows }: Part): string {
  return `**${cell(title)}**\n\n${table(['the specification says', 'judged by', 'not judged'], rows.map(rowOf))}`
}

function rowOf(row: Row): readonly string[] {
  return isJudged(row)
    ? [cell(row.says), row.requirements.map((id) => linkTo(id)).join('<br>'), withLinks(row.besides ?? '')]
    : [cell(row.says), '', withLinks(reasonOf(row))]
}

function reasonOf({ excluded, interpretation }: Extract<Row, { excluded: string }>): string {
  return interpretation === undefined ? excluded : `${excluded.replace(/\.$/, '')} (${interpretation}).`
}

/** Turns the interpretations in a text into links: `(M7)` or `(G4, C11)`. */
function withLinks(text: string): string {
  return cell(text).replaceAll(/\b[GITCMS]\d{1,2}\b(?=[,)])/g, (interpretation) =>
    linkTo(interpretation, interpretation),
  )
}
