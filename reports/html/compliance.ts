import type { Counts, Report, RequirementResult } from '../../conformance/model/report.ts'
import { type Dimension, dimensions, outcomes } from '../../conformance/model/vocabulary.ts'
import { type Html, html } from '../markup.ts'
import { marks } from '../outcome.ts'
import { byEndpoint, countsOf } from '../select.ts'
import { bar } from './bar.ts'

/** Field, status and stream compliance of each operation: counts, with a bar beside them. */
export function compliance(report: Report): Html {
  const { summary } = report
  return html`<section id="compliance" aria-labelledby="compliance-title">
<h2 id="compliance-title">Compliance by operation</h2>
<table class="compliance">
<caption>Requirements by operation and by what they speak about</caption>
<thead><tr><th scope="col">Operation</th>${dimensions.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${byEndpoint(report).map(([endpoint, results]) => line(endpoint, results))}</tbody>
<tfoot><tr><th scope="row">all</th>${dimensions.map((name) => cell(name, summary.dimensions[name]))}</tr></tfoot>
</table>
<ul class="legend" aria-label="What the marks mean">${outcomes.map(legend)}</ul>
</section>`
}

function line(endpoint: string, results: readonly RequirementResult[]): Html {
  const cells = dimensions.map((name) =>
    cell(name, countsOf(results.filter(({ dimension }) => dimension === name)), endpoint),
  )
  return html`<tr><th scope="row">${endpoint}</th>${cells}</tr>
`
}

function cell(name: Dimension, counts: Counts, endpoint = ''): Html {
  const present = outcomes.filter((outcome) => counts[outcome] > 0)
  if (present.length === 0) return html`<td class="none" data-name="${name}">none</td>`
  const numbers = present.map(
    (outcome) =>
      html`<li><a class="${outcome}" href="#requirements" data-outcome="${outcome}" data-dimension="${name}" data-endpoint="${endpoint}"><span aria-hidden="true">${marks[outcome].glyph}</span> ${counts[outcome]}<span class="unseen"> ${marks[outcome].word}</span></a></li>`,
  )
  return html`<td data-name="${name}">${bar(counts)}<ul class="counts">${numbers}</ul></td>`
}

function legend(outcome: (typeof outcomes)[number]): Html {
  const { glyph, word, meaning } = marks[outcome]
  return html`<li><svg class="bar" width="14" height="9" aria-hidden="true" focusable="false"><rect class="${outcome}" width="100%" height="100%"/></svg> <span class="mark ${outcome}"><span aria-hidden="true">${glyph}</span> ${word}</span> ${meaning}</li>
`
}
