import { type Effect, isBreaking } from '../../conformance/model/client-effect.ts'
import type { Endpoint } from '../../conformance/model/vocabulary.ts'
import { clientCellText, experimentNote, packageOf } from '../clients.ts'
import { counted } from '../identity.ts'
import { type Html, html } from '../markup.ts'
import { headlines, wordOf } from '../outcome.ts'
import { cautionList, paper, sidesCss, sidesTable } from '../paper.ts'
import type { Side } from '../side.ts'
import type { ClientRow } from './clients.ts'
import { labelsOf, type Matrix, type MatrixRow, sorted } from './matrix.ts'
import { glyphOf, lookOf, type OperationCell, type OperationRow, shareText } from './operations.ts'
import { differencesByOperation, differencesId, foldedRows, rowsCss } from './rows.ts'

const css = `${sidesCss}${rowsCss}
main{max-width:96rem;margin:0 auto}.sides{font-size:.875rem}section{margin:0 0 1.5rem}
.matrix td.conforming{color:var(--pass)}.matrix td.nonconforming{color:var(--fail);font-weight:600}
.matrix td.no-new-failure{color:var(--warn)}.matrix td.inconclusive{color:var(--inconclusive)}
`

/** Renders a table of operations and implementations, then the requirements with different results. The rest is folded. */
export function matrixHtml({ sides, cautions, operations, rows, clients = [] }: Matrix): string {
  const labels = labelsOf(sides)
  const { differing, failingEverywhere, same, failingWhereTested, partly } = sorted({ operations, rows })
  const fold = (title: string, list: typeof rows) => foldedRows(title, list, sides, labels)
  return paper({
    title: `${counted(sides.length, 'implementation')} side by side`,
    css,
    tool: sides[0]?.tool ?? '',
    body: html`<h1>${counted(sides.length, 'implementation')} side by side</h1>
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
    'Only requirements count that all implementations were tested on, except those that were not tested on the operation.'
  return differing === 0 ? `None. ${scope}` : `${differing} of ${counted(all, 'result')}. ${scope}`
}

/** Renders the verdict of each implementation on each operation. An operation leads to its differences. */
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

function verdictCell({ verdict }: Side): Html {
  return html`<td class="${verdict}">${headlines[verdict].glyph} ${wordOf(verdict)}</td>`
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
