import type { Report } from '../../conformance/model/report.ts'
import { type Html, html } from '../markup.ts'

/** What narrowed the run down. */
export function limits({ limits }: Report): Html {
  return html`<section id="limits" aria-labelledby="limits-title">
<h2 id="limits-title">Limits of this run</h2>
${limits.length === 0 ? html`<p>None.</p>` : html`<ul>${limits.map((limit) => html`<li>${limit}</li>`)}</ul>`}
</section>`
}
