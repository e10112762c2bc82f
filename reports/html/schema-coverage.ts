import type { Report, SchemaCoverage } from '../../conformance/model/report.ts'
import { itemKinds } from '../figures.ts'
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
<p>A constraint is one keyword at one place of a request schema. It is covered when a valid request met it, and a single-violation request broke it and nothing else. The other columns count items of valid requests: optional features, listed values and values around bounds, sizes of lists, and pairs of features in one request. Others are kinds without an end, such as kinds of text.</p>
<div class="scroll" tabindex="0" role="group" aria-labelledby="coverage-title"><table class="figures">
<thead><tr><th scope="col">Operation</th><th scope="col">constraints</th><th scope="col">covered by valid requests</th><th scope="col">covered by single-violation requests</th>${itemKinds.map((kind) => html`<th scope="col">${kind}</th>`)}<th scope="col">others</th></tr></thead>
<tbody>${coverage.map(
    (
      one,
    ) => html`<tr><th scope="row">${one.endpoint}</th><td>${one.constraints}</td><td>${share(one.valid, one)}</td><td>${share(one.violating, one)}</td>${itemCells(one)}</tr>
`,
  )}</tbody></table></div>
${coverage.filter(({ left }) => left.length > 0).map(leftOver)}
${coverage.map(itemsLeft)}
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

function itemCells({ items }: SchemaCoverage): readonly Html[] {
  if (items === undefined) return [...itemKinds, 'others'].map(() => html`<td>–</td>`)
  const shares = itemKinds.map((kind) => html`<td>${items[kind].covered} of ${items[kind].all}</td>`)
  return [...shares, html`<td>${items.unbounded}</td>`]
}

function itemsLeft({ endpoint, items }: SchemaCoverage): readonly Html[] {
  if (items === undefined) return []
  return itemKinds.flatMap((kind) => {
    const { left } = items[kind]
    if (left.length === 0) return []
    return [
      html`<details><summary>${endpoint}: ${kind} not covered (${left.length})</summary>
<ul class="entries">${left.map(
        (item) => html`<li><code>${item}</code></li>
`,
      )}</ul></details>`,
    ]
  })
}
