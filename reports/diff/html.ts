import type { FeatureState } from '../../conformance/core/model/report.ts'
import { featureMarks, stateText } from '../features.ts'
import { type Html, html, prose } from '../markup.ts'
import { cautionList, paper, sidesCss, sidesTable } from '../paper.ts'
import type { ChangeKind, Difference, ResultChange } from './difference.ts'
import { type FeatureGroup, featureGroups, featureTurns } from './features.ts'
import {
  byReason,
  causeLine,
  causesTitle,
  changeText,
  differenceInOneLine,
  excusedText,
  type FailureSection,
  failureSections,
  listedChanges,
  markOf,
  otherKinds,
  titles,
  unchangedText,
  untestedText,
} from './words.ts'

const css = `${sidesCss}
main{max-width:76rem;margin:0 auto}strong{overflow-wrap:anywhere}.changes td{overflow-wrap:anywhere;min-width:12rem}.sides{font-size:.875rem}.changes tbody th{width:34%;min-width:16rem;font-weight:400}
.newly-failing{border-left:.5rem double var(--fail);padding-left:1rem}.turn{white-space:nowrap;font-weight:600}
`

export function diffHtml(difference: Difference): string {
  const { before, after, cautions } = difference
  const sections = failureSections(difference)
  const title = `${markOf(difference)} ${differenceInOneLine(difference)}`
  return paper({
    title,
    css,
    tool: after.tool,
    body: html`<h1>${title}</h1>
${cautionList(cautions)}
${featureGroups(difference.features).map(featureGroup)}
${sections.map(causeSection)}
${sections.map(({ id, title, changes }) => group(id, title, changes))}
${otherKinds.map((kind) => group(kind, titles[kind], listedChanges(kind, difference)))}
<p>${excusedText(difference)} ${untestedText(difference)} ${unchangedText(difference)}</p>
${sidesTable([before, after], ['before', 'after'])}`,
  })
}

/** Renders the features of a group by their states before and now. */
function featureGroup(group: FeatureGroup): Html {
  const { kind, title, changes } = group
  return html`<section aria-labelledby="features-${kind}"><h2 id="features-${kind}">${title} (${changes.length})</h2>
<ul>${featureTurns(group).map(
    ({ before, after, names }) =>
      html`<li><span class="turn">${state(before)} → ${state(after)}</span>: ${names}</li>
`,
  )}</ul></section>`
}

function state(one: FeatureState): Html {
  return html`<span class="${featureMarks[one].look}">${stateText(one)}</span>`
}

function causeSection(section: FailureSection): Html | undefined {
  const { id, causes } = section
  if (causes.length === 0) return undefined
  return html`<section aria-labelledby="${id}-causes"><h2 id="${id}-causes">${causesTitle(section)} (${causes.length})</h2>
<ol>${causes.map((cause) => html`<li><strong>${prose(causeLine(cause, section))}</strong>${cause.hint === undefined ? undefined : html`<p>${prose(cause.hint)}</p>`}</li>`)}</ol></section>`
}

function group(id: ChangeKind | FailureSection['id'], title: string, changes: readonly ResultChange[]): Html {
  if (changes.length === 0) return html``
  return html`<section class="${id}" aria-labelledby="${id}"><h2 id="${id}">${title} (${changes.length})</h2>
<div class="scroll" role="group" aria-labelledby="${id}" tabindex="0"><table class="changes">
<thead><tr><th scope="col">Requirement</th><th scope="col">Change</th><th scope="col">Why</th></tr></thead>
<tbody>
${byReason(changes).flatMap((own) => own.changes.map(row))}</tbody></table></div></section>
`
}

function row(change: ResultChange): Html {
  const { id, operation, statement, reason, replay } = change
  return html`<tr><th scope="row"><code>${id}</code> on <code>${operation}</code><br>${prose(statement)}</th><td class="turn">${changeText(change)}</td>
<td>${reason}${replay === undefined ? '' : html`<br><code>${replay}</code>`}</td></tr>
`
}
