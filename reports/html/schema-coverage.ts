import type { Report, SchemaCoverage } from '../../conformance/model/report.ts'
import { rangeText } from '../figures.ts'
import { counted } from '../identity.ts'
import { type Html, html } from '../markup.ts'

const lacks = {
  valid: 'no valid request covered it',
  violating: 'no single-violation request covered it',
  both: 'neither a valid nor a single-violation request covered it',
} as const satisfies Record<SchemaCoverage['left'][number]['lacks'], string>

/** How far the requests exercised each request schema, and what is left with the reason. */
export function schemaCoverage({ coverage }: Report): Html | undefined {
  if (coverage === undefined || coverage.length === 0) return undefined
  return html`<section id="coverage" aria-labelledby="coverage-title">
<h2 id="coverage-title">Schema coverage</h2>
<p>A constraint is one keyword at one place of a request schema. It is covered when a valid request met it, and a single-violation request broke it and nothing else.</p>
<div class="scroll" tabindex="0" role="group" aria-labelledby="coverage-title"><table class="figures">
<thead><tr><th scope="col">Operation</th><th scope="col">constraints</th><th scope="col">covered by valid requests</th><th scope="col">covered by single-violation requests</th><th scope="col">pairs of optional features together</th></tr></thead>
<tbody>${coverage.map(
    (
      one,
    ) => html`<tr><th scope="row">${one.endpoint}</th><td>${one.constraints}</td><td>${share(one.valid, one)}</td><td>${share(one.violating, one)}</td><td>${pairsOf(one)}</td></tr>
`,
  )}</tbody></table></div>
${coverage.filter(({ left }) => left.length > 0).map(leftOver)}
${coverage.map(neverTogether)}
${sizesTable(coverage)}
</section>`
}

function share(count: number, { constraints }: SchemaCoverage): Html {
  const width = constraints === 0 ? 0 : (count / constraints) * 100
  return html`${count} <svg class="share" width="80" height="9" aria-hidden="true" focusable="false"><rect class="rest" width="100%" height="100%"/><rect class="done" width="${width.toFixed(1)}%" height="100%"/></svg>`
}

function leftOver({ endpoint, left }: SchemaCoverage): Html {
  return html`<details><summary>${endpoint}: ${counted(left.length, 'constraint')} not fully covered</summary>
<ul class="entries">${left.map(
    (one) => html`<li><code>${one.pointer}</code> <code>${one.keyword}</code>: ${lacks[one.lacks]}; ${one.reason}</li>
`,
  )}</ul></details>`
}

function pairsOf({ combinations }: SchemaCoverage): string {
  return combinations === undefined ? '–' : `${combinations.covered} of ${combinations.pairs}`
}

/** The sizes and depths of valid requests: an operation a row, a kind of size a column. */
function sizesTable(coverage: readonly SchemaCoverage[]): Html | undefined {
  const rows = coverage.filter(({ sizes }) => sizes !== undefined)
  const kinds = [...new Set(rows.flatMap(({ sizes = [] }) => sizes.map(({ of }) => of)))]
  if (kinds.length === 0) return undefined
  return html`<div class="scroll" tabindex="0" role="group" aria-labelledby="sizes-title"><table class="figures">
<caption id="sizes-title">Sizes of valid requests (number of different ones)</caption>
<thead><tr><th scope="col">Operation</th>${kinds.map((kind) => html`<th scope="col">${kind}</th>`)}</tr></thead>
<tbody>${rows.map(
    ({ endpoint, sizes = [] }) => html`<tr><th scope="row">${endpoint}</th>${kinds.map((kind) => {
      const size = sizes.find(({ of }) => of === kind)
      return html`<td>${size === undefined ? '–' : `${rangeText(size)} (${size.different})`}</td>`
    })}</tr>
`,
  )}</tbody></table></div>`
}

function neverTogether({ endpoint, combinations }: SchemaCoverage): Html | undefined {
  if (combinations === undefined || combinations.left.length === 0) return undefined
  return html`<details><summary>${endpoint}: ${counted(combinations.left.length, 'pair')} of optional features never together</summary>
<ul class="entries">${combinations.left.map(
    (pair) => html`<li><code>${pair}</code></li>
`,
  )}</ul></details>`
}
