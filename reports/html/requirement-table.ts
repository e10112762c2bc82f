import type { Report, RequirementResult } from '../../conformance/model/report.ts'
import { outcomes } from '../../conformance/model/vocabulary.ts'
import { sourceOf } from '../account.ts'
import { type Html, html, prose } from '../markup.ts'
import { marks } from '../outcome.ts'
import { anchorOf, findingsAnchorOf } from './anchor.ts'
import { mark } from './mark.ts'

/** Every requirement with its outcome, an anchor each. The choice of outcomes is made by the style sheet alone. */
export function requirementTable({ requirements, summary }: Report): Html {
  return html`<section id="requirements" aria-labelledby="requirements-title">
<h2 id="requirements-title">All requirements (${requirements.length})</h2>
<fieldset class="choice"><legend>Show</legend>
<label><input type="radio" name="show" id="show-all" checked> all</label>
${outcomes.map(
  (
    outcome,
  ) => html`<label><input type="radio" name="show" id="show-${outcome}"> ${marks[outcome].glyph} ${marks[outcome].word} (${summary.counts[outcome]})</label>
`,
)}</fieldset>
<div class="scroll"><table class="requirements">
<caption>What the document requires, and what this run found</caption>
<thead><tr><th scope="col">Outcome</th><th scope="col">Requirement</th><th scope="col">Source</th><th scope="col">Operation</th><th scope="col">Why</th></tr></thead>
<tbody>
${requirements.map(row)}</tbody>
</table></div>
</section>`
}

function row(requirement: RequirementResult): Html {
  const { id, verdict, statement, endpoint, dimension, reason, findings, conditional } = requirement
  const hasCard = findings.length > 0 || verdict === 'fail' || verdict === 'warn' || verdict === 'inconclusive'
  return html`<tr id="${anchorOf(id)}" class="${verdict}">
<td>${mark(verdict)}</td>
<th scope="row"><a class="self" href="#${anchorOf(id)}"><code>${id}</code></a><br>${prose(statement)}</th>
<td>${sourceOf(requirement)}${conditional ? ', conditional' : ''}</td>
<td>${endpoint}<br>${dimension}</td>
<td>${hasCard ? html`<a href="#${findingsAnchorOf(id)}">${reason || 'see the findings'}</a>` : reason}</td>
</tr>
`
}
