import type { Counts, OperationSummary, Report } from '../../conformance/core/model/report.ts'
import { type Dimension, dimensions, outcomes } from '../../conformance/core/model/vocabulary.ts'
import { counted } from '../identity.ts'
import { excusedOn } from '../known.ts'
import { type Html, html } from '../markup.ts'
import { headlines, marks, wordOf } from '../outcome.ts'
import { bar } from './bar.ts'

/** Renders field, status and stream compliance of each operation: a verdict, counts and bars. */
export function compliance(report: Report): Html {
  const { operations, summary } = report
  return html`<section id="compliance" aria-labelledby="compliance-title">
<h2 id="compliance-title">Compliance by operation</h2>
<table class="compliance">
<caption>Results of each operation. The last line counts each requirement once, with the worst of its operations.</caption>
<thead><tr><th scope="col">Operation</th>${dimensions.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${operations.map((one) => line(one, excusedOn(report, one.operation)))}</tbody>
<tfoot><tr><th scope="row">all requirements</th>${dimensions.map((name) => cell(name, summary.dimensions[name]))}</tr></tfoot>
</table>
<ul class="legend" aria-label="What the marks mean">${outcomes.map(legend)}</ul>
</section>`
}

function line({ operation, verdict, dimensions: own }: OperationSummary, excused: number): Html {
  const { glyph } = headlines[verdict]
  return html`<tr><th scope="row">${operation}<br><span class="own ${verdict}"><span aria-hidden="true">${glyph}</span> ${wordOf(verdict)}</span>${excused === 0 ? undefined : html`<br><span class="own">${counted(excused, 'known failure')}</span>`}</th>${dimensions.map((name) => cell(name, own[name], operation))}</tr>
`
}

function cell(name: Dimension, counts: Counts, operation = ''): Html {
  const present = outcomes.filter((outcome) => counts[outcome] > 0)
  if (present.length === 0) return html`<td class="none" data-name="${name}">none</td>`
  const numbers = present.map(
    (outcome) =>
      html`<li><a class="${outcome}" href="#requirements" data-outcome="${outcome}" data-dimension="${name}" data-operation="${operation}"><span aria-hidden="true">${marks[outcome].glyph}</span> ${counts[outcome]}<span class="unseen"> ${marks[outcome].word}</span></a></li>`,
  )
  return html`<td data-name="${name}">${bar(counts)}<ul class="counts">${numbers}</ul></td>`
}

function legend(outcome: (typeof outcomes)[number]): Html {
  const { glyph, word, meaning } = marks[outcome]
  return html`<li><svg class="bar" width="14" height="9" aria-hidden="true" focusable="false"><rect class="${outcome}" width="100%" height="100%"/></svg> <span class="mark ${outcome}"><span aria-hidden="true">${glyph}</span> ${word}</span> ${meaning}</li>
`
}
