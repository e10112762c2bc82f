import type { Endpoint } from '../../conformance/model/vocabulary.ts'
import { resultAnchorOf } from '../html/anchor.ts'
import { type Html, html, prose } from '../markup.ts'
import { marks } from '../outcome.ts'
import type { Side } from '../side.ts'
import type { MatrixRow } from './matrix.ts'

export const rowsCss = `
.matrix{font-size:.875rem;width:auto}.matrix tbody th{font-weight:400;min-width:18rem;max-width:34rem;overflow-wrap:anywhere}
.operations.matrix tbody th{min-width:10rem;white-space:nowrap;overflow-wrap:normal;position:sticky;left:0;background:var(--paper)}.matrix thead th{overflow-wrap:normal}
.matrix thead th:not(:first-child){min-width:8rem;max-width:14rem}
.matrix td{white-space:nowrap;border-left:1px solid var(--line)}
.matrix .fail{color:var(--fail);font-weight:600}.matrix .warn{color:var(--warn)}.matrix .pass{color:var(--pass)}
.matrix .inconclusive{color:var(--inconclusive)}.matrix .skipped,.matrix .observed{color:var(--quiet)}
.matrix summary{display:inline;text-decoration:underline dotted}
.matrix details p{white-space:normal;max-width:24rem;margin:.25rem 0;color:var(--ink);font-weight:400;overflow-wrap:anywhere}
@media print{
.matrix{font-size:7pt;width:100%}.matrix :is(th,td){padding:.15rem .25rem;white-space:normal;overflow-wrap:break-word}
@page{size:landscape}.sides{font-size:7pt}.sides :is(td,.wide,th[scope=row]){min-width:0}
.matrix :is(thead,tbody) th:is(th,:not(:first-child)){min-width:0;position:static}}
.rows{margin:.35rem 0}.rows>summary{padding:.15rem 0}
`

/** The most differences that are not folded. */
const openAtMost = 12

/** Returns the id of the differences on an operation. */
export function differencesId(operation: Endpoint): string {
  return `differences-${operation}`
}

/** Renders the differences of each operation in a fold. If there are few, the folds are open. */
export function differencesByOperation(
  rows: readonly MatrixRow[],
  sides: readonly Side[],
  labels: readonly string[],
): readonly Html[] {
  const operations = [...new Set(rows.map(({ operation }) => operation))]
  return operations.map((operation) => {
    const own = rows.filter((row) => row.operation === operation)
    return fold(html`<strong>${operation}</strong>`, own, sides, labels, {
      isOpen: rows.length <= openAtMost,
      id: differencesId(operation),
    })
  })
}

/** Renders rows in a closed fold. */
export function foldedRows(
  title: string,
  rows: readonly MatrixRow[],
  sides: readonly Side[],
  labels: readonly string[],
): Html | undefined {
  return rows.length === 0 ? undefined : fold(html`${title}`, rows, sides, labels, { isOpen: false })
}

function fold(
  title: Html,
  rows: readonly MatrixRow[],
  sides: readonly Side[],
  labels: readonly string[],
  { isOpen, id }: { readonly isOpen: boolean; readonly id?: string },
): Html {
  return html`<details class="rows"${isOpen ? html` open` : undefined}><summary>${title} <span class="number">${rows.length}</span></summary>
<div class="scroll" role="group"${id === undefined ? undefined : html` id="${id}"`} tabindex="0" aria-label="Results"><table class="matrix">
<thead><tr><th scope="col">Requirement</th>${labels.map((label) => html`<th scope="col">${label}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => tableRow(row, sides, labels))}</tbody></table></div></details>
`
}

function tableRow(row: MatrixRow, sides: readonly Side[], labels: readonly string[]): Html {
  const { id, operation, section, level, statement, cells } = row
  return html`<tr><th scope="row">${prose(statement)}<br><span class="quiet"><code>${id}</code> on <code>${operation}</code>, section ${section}, ${level}</span></th>${cells.map(
    (_one, index) => tableCell(row, index, sides[index]!, labels[index]!),
  )}</tr>
`
}

function tableCell({ id, operation, cells }: MatrixRow, index: number, { page }: Side, label: string): Html {
  const one = cells[index]
  if (one === null || one === undefined) return html`<td class="skipped">absent</td>`
  const { glyph, word } = marks[one.verdict]
  const shown = html`${glyph} ${word}${one.known === undefined ? '' : ' (known)'}`
  if (one.verdict === 'pass' || one.verdict === 'skipped') return html`<td class="${one.verdict}">${shown}</td>`
  const link = html`<p><a href="${page}#${resultAnchorOf(id, operation)}">In its report</a></p>`
  return html`<td class="${one.verdict}"><details><summary>${shown}</summary><p>${label}: ${one.reason}</p>${
    one.known === undefined ? '' : html`<p>${one.known}</p>`
  }${page === undefined ? '' : link}</details></td>`
}
