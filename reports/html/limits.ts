import type { Report } from '../../conformance/model/report.ts'
import { type Html, html } from '../markup.ts'

/** What narrowed the run down, and what no run of this suite shows. */
export function limits(report: Report): Html {
  const own = report.limits.map((limit) => html`<li>${limit}</li>`)
  return html`<section id="limits" aria-labelledby="limits-title">
<h2 id="limits-title">Limits of this run</h2>
${own.length === 0 ? html`<p>Nothing narrowed it down.</p>` : html`<ul>${own}</ul>`}
<p>A run judges the exchanges it saw. It shows nothing about load, availability, prices or how good a model's words are.</p>
</section>`
}
