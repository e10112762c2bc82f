import type { FeatureResult, Report } from '../../conformance/core/model/report.ts'
import { featureMarks, featureTable, featureText } from '../features.ts'
import { type Html, html } from '../markup.ts'
import { causeAnchorOf } from './anchor.ts'

/** Renders the features that clients use, by area. A cell that does not work links to its first cause. */
export function featureSection(report: Report): Html | undefined {
  const table = featureTable(report)
  if (table === undefined) return undefined
  return html`<section id="features" aria-labelledby="features-title">
<h2 id="features-title">Features</h2>
<div class="scroll" tabindex="0" role="group" aria-labelledby="features-title"><table class="features">
<thead><tr><th scope="col">Feature</th>${table.areas.map((area) => html`<th scope="col">${area}</th>`)}</tr></thead>
<tbody>
${table.rows.map(
  ({ name, cells }) => html`<tr><th scope="row">${name}</th>${cells.map((one) => cell(one, report))}</tr>
`,
)}</tbody></table></div>
</section>`
}

function cell(one: FeatureResult | undefined, report: Report): Html {
  if (one === undefined) return html`<td></td>`
  const cause = report.causes.find(({ id }) => one.causes?.includes(id) === true)
  const text = featureText(one)
  return html`<td class="${featureMarks[one.state].look}">${cause === undefined ? text : html`<a href="#${causeAnchorOf(cause.id)}" title="${cause.title}">${text}</a>`}</td>`
}
