import type { Report } from '../../conformance/model/report.ts'
import { counted } from '../identity.ts'
import { type Html, html } from '../markup.ts'
import { type UntestedGroup, untestedByReason } from '../select.ts'
import { anchorOf } from './anchor.ts'

/** What this run says nothing about, by reason. */
export function untested(report: Report): Html {
  const groups = untestedByReason(report)
  const { skipped, inconclusive } = report.summary.counts
  return html`<section id="untested" aria-labelledby="untested-title">
<h2 id="untested-title">Not tested</h2>
${groups.length === 0 ? html`<p>Every requirement was put to the test.</p>` : html`<p>${counted(skipped, 'requirement')} (<a href="#requirements" data-outcome="skipped" data-endpoint="" data-dimension="">in the document's order</a>), for these reasons:</p>${groups.map(group)}`}
${inconclusive === 0 ? undefined : html`<p>Besides, ${counted(inconclusive, 'requirement')} <a href="#inconclusive">could not be judged</a>.</p>`}
</section>`
}

function group({ reason, requirements }: UntestedGroup): Html {
  return html`<details class="group">
<summary><span class="number">${requirements.length}</span> ${reason}</summary>
<ul class="ids">${requirements.map(({ id }) => html`<li><a href="#${anchorOf(id)}">${id}</a></li>`)}</ul>
</details>
`
}
