import { type Effect, isBreaking } from '../../conformance/core/model/client-effect.ts'
import type { Endpoint } from '../../conformance/core/model/vocabulary.ts'
import { counted } from '../../conformance/core/text/counted.ts'
import { clientCellText, experimentNote, packageOf } from '../clients.ts'
import { featuresInWords } from '../features.ts'
import { causeAnchorOf, resultAnchorOf } from '../html/anchor.ts'
import { featureLegend } from '../html/features.ts'
import { whenOf } from '../identity.ts'
import { type Html, html, prose } from '../markup.ts'
import { headlines, marks } from '../outcome.ts'
import { cautionList, paper, sidesCss, sidesTable } from '../paper.ts'
import { type Side, verdictText } from '../side.ts'
import type { ClientRow } from './clients.ts'
import {
  brokenAt,
  brokenForAllText,
  byArea,
  comparedFeatures,
  featureCellLook,
  featureCellText,
  type MatrixFeature,
  type MatrixFeatureCell,
  sameText,
} from './features.ts'
import { labelsOf, type Matrix, type MatrixRow, rowsFrom, sorted } from './matrix.ts'
import { glyphOf, lookOf, type OperationRow, shareText } from './operations.ts'

const rowsCss = `
.matrix{font-size:.875rem;width:auto}.matrix tbody th{font-weight:400;min-width:18rem;max-width:34rem;overflow-wrap:anywhere}
.matrix thead th{overflow-wrap:normal}
.matrix thead th:not(:first-child){min-width:8rem;max-width:14rem}
.matrix td{white-space:nowrap;border-left:1px solid var(--line)}
.matrix .fail{color:var(--fail);font-weight:600}.matrix .warn{color:var(--warn)}.matrix .pass{color:var(--pass)}
.matrix .inconclusive{color:var(--inconclusive)}.matrix .skipped,.matrix .observed{color:var(--quiet)}
.matrix summary{display:inline;text-decoration:underline dotted}
.matrix details p{white-space:normal;max-width:24rem;margin:.25rem 0;color:var(--ink);font-weight:400;overflow-wrap:anywhere}
@media print{
.matrix{font-size:7pt;width:100%}.matrix :is(th,td){padding:.15rem .25rem;white-space:normal;overflow-wrap:break-word}

.features{font-size:7pt;width:100%}.features :is(th,td):is(th,td){padding:.15rem .25rem;white-space:normal;min-width:0;position:static}
@page{size:landscape}.sides{font-size:7pt}.sides :is(td,.wide,th[scope=row]){min-width:0}
.matrix :is(thead,tbody) th:is(th,:not(:first-child)){min-width:0;position:static}}
.rows{margin:.35rem 0}.rows>summary{padding:.15rem 0}
`

const css = `${sidesCss}${rowsCss}
main{max-width:96rem;margin:0 auto}.sides{font-size:.875rem}section{margin:0 0 1.5rem}h3{margin:.6rem 0 .1rem;font-size:.9375rem}
.verdicts{margin:0 0 1.25rem}.verdicts .named{white-space:normal;overflow-wrap:anywhere;min-width:12rem}
@media (min-width:42.01rem){.features tbody th{max-width:20rem;white-space:normal;overflow-wrap:anywhere;min-width:8rem;position:sticky;left:0;background:var(--paper)}.features thead th{max-width:14rem;white-space:normal;overflow-wrap:normal}}
.features td.conforming{color:var(--pass)}.features td.nonconforming{color:var(--fail);font-weight:600}
.features td.no-new-failure{color:var(--warn)}.features td.inconclusive{color:var(--inconclusive)}
`

/**
 * Renders the verdict of each implementation, the features and the operations, followed by the requirements with
 * different results. The rest is folded.
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
${verdictsTable(sides, labels, features)}
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

/** Renders the verdict, the date and the broken features of each implementation. */
function verdictsTable(sides: readonly Side[], labels: readonly string[], features: readonly MatrixFeature[]): Html {
  return html`<div class="scroll" role="region" aria-label="Verdicts" tabindex="0"><table class="features verdicts">
<thead><tr><th scope="col">Implementation</th><th scope="col">Verdict</th><th scope="col">When</th>${features.length === 0 ? undefined : html`<th scope="col">Broken features</th>`}<th scope="col">Target</th></tr></thead>
<tbody>
${sides.map((side, index) => {
  const broken = featuresInWords(brokenAt(index, features))
  return html`<tr><th scope="row">${reportLink(labels[index]!, side)}</th><td class="${side.verdict}" data-name="Verdict"><span>${headlines[side.verdict].glyph} ${verdictText(side)}</span></td><td data-name="When"><span>${whenOf(side)}</span></td>${features.length === 0 ? undefined : html`<td class="named${broken === '' ? '' : ' fail'}" data-name="Broken features"><span>${broken === '' ? 'none' : broken}</span></td>`}<td class="named" data-name="Target"><span>${side.target}</span></td></tr>
`
})}</tbody></table></div>`
}

/** Renders the features with different states, by area. The others are folded. */
function featuresSection(
  features: readonly MatrixFeature[],
  sides: readonly Side[],
  labels: readonly string[],
): Html | undefined {
  if (features.length === 0) return undefined
  const compared = comparedFeatures(features)
  const { differing, same } = compared
  const broken = brokenForAllText(compared)
  return html`<section aria-labelledby="features-title"><h2 id="features-title">Features</h2>
${differing.length === 0 ? html`<p>No feature has different states.</p>` : featureTables(differing, sides, labels)}
${same.length === 0 ? undefined : html`<details class="rows"><summary>${sameText(compared)}${broken === '' ? undefined : html`; <strong class="fail">${broken}</strong>`}</summary>${featureTables(same, sides, labels)}</details>`}
${featureLegend(features.flatMap(({ cells }) => cells.filter((cell) => cell !== null)))}</section>`
}

function featureTables(features: readonly MatrixFeature[], sides: readonly Side[], labels: readonly string[]): Html {
  const isTurned = sides.length >= rowsFrom
  return html`${byArea(features).map(([area, own]) => {
    const lines = own.map(({ name, cells }) => ({
      name,
      head: html`${name}`,
      cells: cells.map((cell, index) => featureCell(cell, sides[index]!)),
    }))
    return html`<h3>${area}</h3>${table({ corner: isTurned ? 'Implementation' : 'Feature', about: `Features, ${area}`, lines }, sides, labels)}`
  })}`
}

function featureCell(cell: MatrixFeatureCell | null, { page }: Side): TableCell {
  const [cause] = cell?.causes ?? []
  const text = featureCellText(cell)
  const isLink = page !== undefined && cause !== undefined
  return {
    look: featureCellLook(cell),
    content: isLink ? html`<a href="${page}#${causeAnchorOf(cause)}">${text}</a>` : html`${text}`,
  }
}

/** A feature or an operation, with a cell for each implementation. */
interface Line {
  readonly name: string
  readonly head: Html
  readonly cells: readonly TableCell[]
}

interface TableCell {
  readonly look: string
  readonly content: Html
}

/** Renders a table with a row for each line, or for each implementation if they are many. */
function table(
  { corner, about, lines }: { readonly corner: string; readonly about: string; readonly lines: readonly Line[] },
  sides: readonly Side[],
  labels: readonly string[],
): Html {
  const own = sides.map((side, index) => ({
    name: labels[index]!,
    head: reportLink(labels[index]!, side),
    cells: lines.map(({ cells }) => cells[index]!),
  }))
  const [rows, columns] = sides.length >= rowsFrom ? [own, lines] : [lines, own]
  return html`<div class="scroll" role="group" aria-label="${about}" tabindex="0"><table class="features operations">
<thead><tr><th scope="col">${corner}</th>${columns.map(({ head }) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${rows.map(
  ({ head, cells }) =>
    html`<tr><th scope="row">${head}</th>${cells.map(({ look, content }, index) => html`<td class="${look}" data-name="${columns[index]!.name}"><span>${content}</span></td>`)}</tr>
`,
)}</tbody></table></div>`
}

/** Renders the verdict of each implementation on each operation. Operations link to their differences. */
function operationsSection(
  operations: readonly OperationRow[],
  differing: readonly MatrixRow[],
  sides: readonly Side[],
  labels: readonly string[],
): Html {
  const lines = operations.map(({ operation, cells }) => ({
    name: operation,
    head: linkToDifferences(operation, differing),
    cells: cells.map((cell) => ({ look: lookOf(cell), content: html`${glyphOf(cell)} ${shareText(cell)}` })),
  }))
  const corner = sides.length >= rowsFrom ? 'Implementation' : 'Operation'
  return html`<section aria-labelledby="operations-title"><h2 id="operations-title">Operations</h2>
${table({ corner, about: 'Operations', lines }, sides, labels)}</section>`
}

function linkToDifferences(operation: Endpoint, differing: readonly MatrixRow[]): Html {
  const isLink = differing.some((row) => row.operation === operation)
  return isLink ? html`<a href="#${differencesId(operation)}">${operation}</a>` : html`${operation}`
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
