import type { Report, Traffic } from '../../conformance/model/report.ts'
import { effortOf } from '../identity.ts'
import { type Html, html } from '../markup.ts'

/** What may become of a request, in the order of the columns. */
const receptions = {
  accepted: 'accepted',
  rejected: 'rejected',
  denied: 'key rejected',
  unrecognised: 'not recognised',
  errored: 'error in the stream',
  busy: 'busy or no response',
  failed: 'failed',
  strange: 'other',
} as const satisfies Record<keyof Traffic['receptions'], string>

/** What was sent to each operation, how it was taken, and what a gateway would bill for it. */
export function traffic(report: Report): Html | undefined {
  const { traffic: list } = report
  if (list === undefined) return undefined
  const ways = (Object.keys(receptions) as (keyof typeof receptions)[]).filter((way) =>
    list.some((one) => one.receptions[way] !== undefined),
  )
  return html`<section id="traffic" aria-labelledby="traffic-title">
<h2 id="traffic-title">Requests and billing</h2>
<p>${effortOf(report)}. Every 2xx response counts as a billed call, whatever its body.</p>
<div class="scroll" tabindex="0" role="group" aria-labelledby="traffic-title"><table class="figures">
<thead><tr><th scope="col">Operation</th><th scope="col">requests</th>${ways.map((way) => html`<th scope="col">${receptions[way]}</th>`)}<th scope="col">model calls</th><th scope="col">images</th></tr></thead>
<tbody>${list.map(
    ({
      endpoint,
      requests,
      receptions,
      billed,
    }) => html`<tr><th scope="row">${endpoint}</th><td>${requests}</td>${ways.map((way) => html`<td>${receptions[way] ?? 0}</td>`)}<td>${billed.calls}</td><td>${billed.images}</td></tr>
`,
  )}</tbody></table></div>
</section>`
}
