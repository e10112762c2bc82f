import { type Effect, isBreaking } from '../../conformance/core/model/client-effect.ts'
import type { Endpoint } from '../../conformance/core/model/vocabulary.ts'
import { counted } from '../../conformance/core/text/counted.ts'
import { clientCellText, experimentNote, packageOf } from '../clients.ts'
import { causeAnchorOf, resultAnchorOf } from '../html/anchor.ts'
import { type Html, html, prose } from '../markup.ts'
import { headlines, marks } from '../outcome.ts'
import { cautionList, paper, sidesCss, sidesTable } from '../paper.ts'
import { type Side, verdictText } from '../side.ts'
import type { ClientRow } from './clients.ts'
import { featureCellLook, featureCellText, type MatrixFeature, type MatrixFeatureCell } from './features.ts'
import { labelsOf, type Matrix, type MatrixRow, sorted } from './matrix.ts'
import { glyphOf, lookOf, type OperationCell, type OperationRow, shareText } from './operations.ts'

const rowsCss = `
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

const css = `${sidesCss}${rowsCss}
main{max-width:96rem;margin:0 auto}.sides{font-size:.875rem}section{margin:0 0 1.5rem}
.matrix td.conforming{color:var(--pass)}.matrix td.nonconforming{color:var(--fail);font-weight:600}
.matrix td.no-new-failure{color:var(--warn)}.matrix td.inconclusive{color:var(--inconclusive)}
`

/**
 * Renders a table of operations and implementations, followed by the requirements with different results. The rest is
 * folded.
 */
export function matrixHtml({ sides, cautions, operations, rows, features = [], clients = [] }: Matrix): string {
  const labels = labelsOf(sides)
  const { differing, failingEverywhere, same, failingWhereTested, partly } = sorted({ operations, rows })
  const fold = (title: string, list: typeof rows) => foldedRows(title, list, sides, labels)
  return paper({
    title: `${counted(sides.length, 'implementation')} side by side`,
    css,
    tool: sides[0]?.tool ?? '',
    body: html`<h1>${counted(sides.length, 'implementation')} side by side</h1>
${featuresSection(features, sides, labels)}
${operationsSection(operations, differing, sides, labels)}
${cautionList(cautions)}
${clientsSection(clients, labels)}
<section aria-labelledby="differences-title"><h2 id="differences-title">Different results <span class="number">${differing.length}</span></h2>
<p>${differencesText(differing.length, rows.length)}</p>
${differencesByOperation(differing, sides, labels)}</section>
<section aria-labelledby="rest-title"><h2 id="rest-title">All other results <span class="number">${rows.length - differing.length}</span></h2>
${fold('failed by all implementations', failingEverywhere)}
${fold('not tested by all, and failed by another', failingWhereTested)}
${fold('not tested by all, and failed by none', partly)}
${fold('the same for all, without a failure', same)}</section>
${sidesTable(sides, labels)}`,
  })
}

function differencesText(differing: number, all: number): string {
  const scope =
    'This counts requirements that all implementations were tested on. Implementations that were not tested on the operation are ignored.'
  return differing === 0 ? `None. ${scope}` : `${differing} of ${counted(all, 'result')}. ${scope}`
}

/** Renders the state of each feature. A cell links to the cause in the report of its implementation. */
function featuresSection(
  features: readonly MatrixFeature[],
  sides: readonly Side[],
  labels: readonly string[],
): Html | undefined {
  if (features.length === 0) return undefined
  return html`<section aria-labelledby="features-title"><h2 id="features-title">Features</h2>
<div class="scroll" role="group" aria-labelledby="features-title" tabindex="0"><table class="matrix operations">
<thead><tr><th scope="col">Feature</th>${labels.map((label) => html`<th scope="col">${label}</th>`)}</tr></thead>
<tbody>
${features.map(
  ({
    name,
    area,
    cells,
  }) => html`<tr><th scope="row">${name} <span class="quiet">${area}</span></th>${cells.map((one, index) => featureCell(one, sides[index]!))}</tr>
`,
)}</tbody></table></div></section>`
}

function featureCell(cell: MatrixFeatureCell | null, { page }: Side): Html {
  const [cause] = cell?.causes ?? []
  const text = featureCellText(cell)
  const isLink = page !== undefined && cause !== undefined
  return html`<td class="${featureCellLook(cell)}">${isLink ? html`<a href="${page}#${causeAnchorOf(cause)}">${text}</a>` : text}</td>`
}

/** Renders the verdict of each implementation on each operation. Operations link to their differences. */
function operationsSection(
  operations: readonly OperationRow[],
  differing: readonly MatrixRow[],
  sides: readonly Side[],
  labels: readonly string[],
): Html {
  return html`<section aria-labelledby="operations-title"><h2 id="operations-title">Operations</h2>
<div class="scroll" role="group" aria-labelledby="operations-title" tabindex="0"><table class="matrix operations">
<thead><tr><th scope="col">Operation</th>${labels.map((label, index) => html`<th scope="col">${reportLink(label, sides[index]!)}</th>`)}</tr></thead>
<tbody>
<tr><th scope="row"><strong>whole run</strong></th>${sides.map(verdictCell)}</tr>
${operations.map(
  ({
    operation,
    cells,
  }) => html`<tr><th scope="row">${linkToDifferences(operation, differing)}</th>${cells.map(operationCell)}</tr>
`,
)}</tbody></table></div></section>`
}

function linkToDifferences(operation: Endpoint, differing: readonly MatrixRow[]): Html {
  const isLink = differing.some((row) => row.operation === operation)
  return isLink ? html`<a href="#${differencesId(operation)}">${operation}</a>` : html`${operation}`
}

function operationCell(cell: OperationCell | null): Html {
  return html`<td class="${lookOf(cell)}">${glyphOf(cell)} ${shareText(cell)}</td>`
}

function verdictCell(side: Side): Html {
  return html`<td class="${side.verdict}">${headlines[side.verdict].glyph} ${verdictText(side)}</td>`
}

function reportLink(label: string, { page, target }: Side): Html {
  return page === undefined ? html`<span title="${target}">${label}</span>` : html`<a href="${page}">${label}</a>`
}

/** Renders the worst effect on each client, implementation by implementation. */
function clientsSection(clients: readonly ClientRow[], labels: readonly string[]): Html | undefined {
  if (clients.length === 0) return undefined
  return html`<section aria-labelledby="clients-title"><h2 id="clients-title">Clients</h2>
<p>${experimentNote}</p>
<div class="scroll" role="group" aria-labelledby="clients-title" tabindex="0"><table class="matrix">
<thead><tr><th scope="col">Client</th>${labels.map((label) => html`<th scope="col">${label}</th>`)}</tr></thead>
<tbody>
${clients.map(
  (client) => html`<tr><th scope="row"><code>${packageOf(client)}</code></th>${client.cells.map(
    (one) => html`<td class="${one === null ? 'skipped' : effectLook(one.effect)}">${clientCellText(one)}</td>`,
  )}</tr>
`,
)}</tbody></table></div></section>`
}

function effectLook(effect: Effect): string {
  if (isBreaking(effect)) return 'fail'
  return effect === 'wrong' || effect === 'may-be-wrong' ? 'warn' : 'skipped'
}

/** The maximum number of differences that are not folded. */
const openAtMost = 12

function differencesId(operation: Endpoint): string {
  return `differences-${operation}`
}

/** Renders the differences of each operation in a fold. If there are few, the folds are open. */
function differencesByOperation(
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

function foldedRows(
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
