import type { Report } from '../../conformance/model/report.ts'
import { boundsOf, cutsOf } from '../limits.ts'
import { type Html, html } from '../markup.ts'

/** What narrowed the run down: first what a limit cut off. */
export function limits(report: Report): Html {
  const limits = [...cutsOf(report), ...boundsOf(report)]
  return html`<section id="limits" aria-labelledby="limits-title">
<h2 id="limits-title">Limits of this run</h2>
${limits.length === 0 ? html`<p>None.</p>` : html`<ul>${limits.map((limit) => html`<li>${limit}</li>`)}</ul>`}
</section>`
}
