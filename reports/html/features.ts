import type { FeatureResult, FeatureState, Report } from '../../conformance/core/model/report.ts'
import { causesOfFeature, featureMarks, featureTable, featureText, statesToExplain, stateText } from '../features.ts'
import { type Html, html } from '../markup.ts'
import { causeAnchorOf } from './anchor.ts'

/** Renders the features that clients use, by area: a table, or on a narrow page a list for each area. */
export function featureSection(report: Report): Html | undefined {
  const table = featureTable(report)
  if (table === undefined) return undefined
  return html`<section id="features" aria-labelledby="features-title">
<h2 id="features-title">Features</h2>
<div class="scroll" tabindex="0" role="group" aria-labelledby="features-title"><table class="features by-area">
<thead><tr><th scope="col">Feature</th>${table.areas.map((area) => html`<th scope="col">${area}</th>`)}</tr></thead>
<tbody>
${table.rows.map(
  ({ name, cells }) => html`<tr><th scope="row">${name}</th>${cells.map((one) => featureCell(one, name, report))}</tr>
`,
)}</tbody></table></div>
${featureLegend(report.features ?? [])}</section>`
}

/** Links a state to its first cause, and to what happened behind the gateway. */
function featureCell(one: FeatureResult | undefined, name: string, report: Report): Html {
  if (one === undefined) return html`<td></td>`
  const [first, behind] = causesOfFeature(one, report)
  const text = featureText(one, report)
  const link = (cause: string, title: string, words: string) =>
    html`<a href="#${causeAnchorOf(cause)}" title="${title}">${words}</a>`
  const shown = first === undefined ? text : link(first.cause.id, first.cause.title, text)
  const other = behind ?? (first?.isBehind === true ? first : undefined)
  const beside =
    other === undefined ? undefined : html` ${link(other.cause.id, other.cause.title, 'behind the gateway')}`
  return html`<td class="${featureMarks[one.state].look}" data-name="${name}"><span>${shown}${beside}</span></td>`
}

/** Renders the meaning of the marks that are not clear from their words. */
export function featureLegend(cells: readonly { readonly state: FeatureState }[]): Html | undefined {
  const states = statesToExplain(cells)
  if (states.length === 0) return undefined
  return html`<ul class="legend" aria-label="What the marks of features mean">${states.map(
    (
      state,
    ) => html`<li><span class="mark ${featureMarks[state].look}">${stateText(state)}</span> ${featureMarks[state].meaning}</li>
`,
  )}</ul>`
}
