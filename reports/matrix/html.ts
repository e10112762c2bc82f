import { type Effect, isBreaking } from '../../conformance/model/client-effect.ts'
import { clientCellText, experimentNote, packageOf } from '../clients.ts'
import { counted } from '../identity.ts'
import { type Html, html, prose } from '../markup.ts'
import { marks } from '../outcome.ts'
import { cautionList, paper, sidesCss, sidesTable } from '../paper.ts'
import type { ClientRow } from './clients.ts'
import { differs, failsSomewhere, labelsOf, type Matrix, type Row } from './matrix.ts'

const css = `${sidesCss}
main{max-width:96rem;margin:0 auto}.sides{font-size:.875rem}
.matrix{font-size:.875rem}.matrix thead th{position:sticky;top:0;background:var(--paper)}.matrix tbody th{font-weight:400;min-width:18rem;overflow-wrap:anywhere}
.matrix thead th:not(:first-child){min-width:7rem;max-width:14rem}.matrix td{white-space:nowrap;border-left:1px solid var(--line)}.matrix .scroll{max-height:90vh}.matrix .fail{color:var(--fail);font-weight:600}.matrix .warn{color:var(--warn)}
.matrix .pass{color:var(--pass)}.matrix .inconclusive{color:var(--inconclusive)}.matrix .skipped,.matrix .observed{color:var(--quiet)}
.matrix summary{display:inline}.matrix details p{white-space:normal;max-width:24rem;margin:.25rem 0;color:var(--ink);font-weight:400;overflow-wrap:anywhere}
.choice{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:.5rem 0;border:1px solid var(--line);border-radius:4px}
section:has(#only-differing:checked) tbody tr:not(.differs),section:has(#only-failing:checked) tbody tr:not(.failing){display:none}
@media print{.choice{display:none}.matrix thead th{position:static}}
`

/** Renders a table: a row for each requirement on each operation, a column for each implementation. */
export function matrixHtml({ sides, cautions, rows, clients = [] }: Matrix): string {
  const labels = labelsOf(sides)
  return paper({
    title: `${counted(sides.length, 'implementation')} side by side`,
    css,
    tool: sides[0]?.tool ?? '',
    body: html`<h1>${counted(sides.length, 'implementation')} side by side</h1>
${sidesTable(sides, labels)}
${cautionList(cautions)}
${clientsSection(clients, labels)}
<section aria-labelledby="matrix-title"><h2 id="matrix-title">Requirement by requirement</h2>
${choice(rows)}
<div class="scroll" role="region" aria-labelledby="matrix-title" tabindex="0"><table class="matrix">
<thead><tr><th scope="col">Requirement</th>${labels.map((label, index) => html`<th scope="col"><span title="${sides[index]!.target}">${label}</span></th>`)}</tr></thead>
<tbody>
${rows.map((row) => tableRow(row, labels))}</tbody></table></div></section>`,
  })
}

/** Renders the worst effect on each client, implementation by implementation. */
function clientsSection(clients: readonly ClientRow[], labels: readonly string[]): Html | undefined {
  if (clients.length === 0) return undefined
  return html`<section aria-labelledby="clients-title"><h2 id="clients-title">Clients</h2>
<p>${experimentNote}</p>
<div class="scroll" role="region" aria-labelledby="clients-title" tabindex="0"><table class="matrix">
<thead><tr><th scope="col">Client</th>${labels.map((label) => html`<th scope="col">${label}</th>`)}</tr></thead>
<tbody>
${clients.map(
  (client) => html`<tr><th scope="row"><code>${packageOf(client)}</code></th>${client.cells.map(
    (one) => html`<td class="${one === null ? 'skipped' : lookOf(one.effect)}">${clientCellText(one)}</td>`,
  )}</tr>
`,
)}</tbody></table></div></section>`
}

function lookOf(effect: Effect): string {
  if (isBreaking(effect)) return 'fail'
  return effect === 'wrong' || effect === 'may-be-wrong' ? 'warn' : 'skipped'
}

/** The choice works by the style sheet alone. If results differ, only those are shown at first. */
function choice(rows: readonly Row[]): Html {
  const differing = rows.filter(differs).length
  return html`<fieldset class="choice"><legend>Show</legend>
<label><input type="radio" name="show" id="only-all"${differing === 0 ? html` checked` : undefined}> all (${rows.length})</label>
<label><input type="radio" name="show" id="only-differing"${differing === 0 ? undefined : html` checked`}> different results (${differing})</label>
<label><input type="radio" name="show" id="only-failing"> at least one failure (${rows.filter(failsSomewhere).length})</label>
</fieldset>`
}

function tableRow(row: Row, labels: readonly string[]): Html {
  const { id, operation, section, level, statement, cells } = row
  const classes = [...(differs(row) ? ['differs'] : []), ...(failsSomewhere(row) ? ['failing'] : [])].join(' ')
  return html`<tr class="${classes}"><th scope="row"><code>${id}</code> on <code>${operation}</code><br>${prose(statement)} (section ${section}, ${level})</th>${cells.map(
    (one, index) => tableCell(one, labels[index]!),
  )}</tr>
`
}

function tableCell(one: Row['cells'][number], label: string): Html {
  if (one === null) return html`<td class="skipped">absent</td>`
  const { glyph, word } = marks[one.verdict]
  const shown = html`${glyph} ${word}${one.known === undefined ? '' : ' (known)'}`
  if (one.verdict === 'pass' || one.verdict === 'skipped') return html`<td class="${one.verdict}">${shown}</td>`
  return html`<td class="${one.verdict}"><details><summary>${shown}</summary><p>${label}: ${one.reason}</p>${
    one.known === undefined ? '' : html`<p>${one.known}</p>`
  }</details></td>`
}
