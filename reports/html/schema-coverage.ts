import type { Report, SchemaCoverage } from '../../conformance/model/report.ts'
import { counted } from '../identity.ts'
import { type Html, html } from '../markup.ts'

const lacks = {
  valid: 'no valid request met it',
  violating: 'no request broke it alone',
  both: 'no request met it or broke it alone',
} as const satisfies Record<SchemaCoverage['left'][number]['lacks'], string>

/** How far the requests exercised each request schema, and what is left with the reason. */
export function schemaCoverage({ coverage }: Report): Html | undefined {
  if (coverage === undefined || coverage.length === 0) return undefined
  return html`<section id="coverage" aria-labelledby="coverage-title">
<h2 id="coverage-title">Schema coverage</h2>
<p>A constraint is one keyword at one place of a request schema. It is covered when a valid request met it, and another broke it and nothing else.</p>
<div class="scroll" tabindex="0" role="group" aria-labelledby="coverage-title"><table class="figures">
<thead><tr><th scope="col">Operation</th><th scope="col">constraints</th><th scope="col">met by a valid request</th><th scope="col">broken alone</th></tr></thead>
<tbody>${coverage.map(
    (
      one,
    ) => html`<tr><th scope="row">${one.endpoint}</th><td>${one.constraints}</td><td>${share(one.valid, one)}</td><td>${share(one.violating, one)}</td></tr>
`,
  )}</tbody></table></div>
${coverage.filter(({ left }) => left.length > 0).map(leftOver)}
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
