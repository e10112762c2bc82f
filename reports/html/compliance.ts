import type { Counts, Report, RequirementResult } from '../../conformance/model/report.ts'
import { dimensions, outcomes } from '../../conformance/model/vocabulary.ts'
import { type Html, html } from '../markup.ts'
import { marks } from '../outcome.ts'
import { byEndpoint, countsOf } from '../select.ts'
import { bar } from './bar.ts'
import { mark } from './mark.ts'

/** Field, status and stream compliance of each operation: counts in words, with a bar beside them. */
export function compliance(report: Report): Html {
  const { summary } = report
  return html`<section id="compliance" aria-labelledby="compliance-title">
<h2 id="compliance-title">Compliance by operation</h2>
<p class="legend">${outcomes.map((outcome) => html`<span>${mark(outcome)} ${marks[outcome].meaning}</span> `)}</p>
<div class="scroll"><table class="compliance">
<caption>Requirements by operation and by what they speak about: fields, statuses, streams</caption>
<thead><tr><th scope="col">Operation</th>${dimensions.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${byEndpoint(report).map(
  ([endpoint, results]) =>
    html`<tr><th scope="row">${endpoint}</th>${dimensions.map((name) => cell(name, countsOf(inDimension(results, name))))}</tr>
`,
)}</tbody>
<tfoot><tr><th scope="row">all</th>${dimensions.map((name) => cell(name, summary.dimensions[name]))}</tr></tfoot>
</table></div>
</section>`
}

function inDimension(results: readonly RequirementResult[], name: string): readonly RequirementResult[] {
  return results.filter(({ dimension }) => dimension === name)
}

function cell(name: string, counts: Counts): Html {
  const present = outcomes.filter((outcome) => counts[outcome] > 0)
  if (present.length === 0) return html`<td class="none" data-name="${name}">none</td>`
  const words = present.map(
    (outcome) => html`<li class="${outcome}">${marks[outcome].glyph} ${counts[outcome]} ${marks[outcome].word}</li>`,
  )
  return html`<td data-name="${name}">${bar(counts)}<ul class="counts">${words}</ul></td>`
}
