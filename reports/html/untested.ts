import type { Report } from '../../conformance/model/report.ts'
import { counted } from '../identity.ts'
import { type Html, html } from '../markup.ts'
import { blockedByReason, type ReasonGroup, undecided, untestedByReason } from '../select.ts'
import { type Anchors, linkToResult } from './result-link.ts'

/** Renders the results without a verdict, grouped by reason. */
export function untested(report: Report, anchors: Anchors): Html {
  const groups = untestedByReason(report)
  const blocked = blockedByReason(report)
  const open = undecided(report).length
  return html`<section id="untested" aria-labelledby="untested-title">
<h2 id="untested-title">Not tested</h2>
${groups.length === 0 ? html`<p>Every requirement was tested on each of its operations.</p>` : html`<p>${counted(resultsIn(groups), 'result')} (${allOfThem}), for ${groups.length === 1 ? 'this reason' : 'these reasons'}:</p>${groupList(groups, anchors)}`}
${blocked.length === 0 ? undefined : html`<p>${counted(resultsIn(blocked), 'result')} were blocked by another failure on the same operation:</p>${groupList(blocked, anchors)}`}
${open === 0 ? undefined : html`<p>${counted(open, 'result')} <a href="#inconclusive">could not be decided</a>.</p>`}
</section>`
}

const allOfThem = html`<a href="#requirements" data-outcome="skipped" data-operation="" data-dimension="">requirements tested on no operation</a>`

function resultsIn(groups: readonly ReasonGroup[]): number {
  return groups.reduce((sum, { results }) => sum + results.length, 0)
}

/** The number of reasons outside of folds. */
const shownGroups = 4

function groupList(groups: readonly ReasonGroup[], anchors: Anchors): Html {
  const [first, rest] = [groups.slice(0, shownGroups), groups.slice(shownGroups)]
  const more = html`<details class="group"><summary>${counted(rest.length, 'more reason')}</summary>${rest.map((group) => reasonGroup(group, anchors))}</details>`
  return html`${first.map((group) => reasonGroup(group, anchors))}${rest.length === 0 ? undefined : more}`
}

function reasonGroup({ reason, results }: ReasonGroup, anchors: Anchors): Html {
  return html`<details class="group">
<summary><span class="number">${results.length}</span> ${reason}</summary>
<ul class="ids">${results.map(({ id: requirement, operation }) => html`<li>${linkToResult({ requirement, operation }, anchors)}</li>`)}</ul>
</details>
`
}
