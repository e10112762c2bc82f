import type { Report, RequirementResult } from '../../conformance/model/report.ts'
import { outcomes } from '../../conformance/model/vocabulary.ts'
import { type Html, html, prose } from '../markup.ts'
import { marks } from '../outcome.ts'
import { countsOf } from '../select.ts'
import { anchorOf, lineAnchorOf, sectionAnchorOf } from './anchor.ts'
import { bar } from './bar.ts'
import { filters } from './filters.ts'
import { mark } from './mark.ts'
import { inSections, titleOf } from './sections.ts'

/** Every requirement with its outcome, in the order of the document; passes stay folded until someone asks. */
export function requirementList(report: Report): Html {
  const sections = inSections(report.requirements)
  return html`<section id="requirements" aria-labelledby="requirements-title">
<h2 id="requirements-title">All requirements, in the document's order <span class="number">${report.requirements.length}</span></h2>
${filters(
  report,
  sections.map(([section]) => section),
)}
<div class="sections">
${sections.map(([section, results]) => sectionOf(section, results))}</div>
</section>`
}

function sectionOf(section: string, results: readonly RequirementResult[]): Html {
  const counts = countsOf(results)
  const numbers = outcomes
    .filter((outcome) => counts[outcome] > 0)
    .map(
      (outcome) =>
        html`<span class="${outcome}"><span aria-hidden="true">${marks[outcome].glyph}</span> ${counts[outcome]}<span class="unseen"> ${marks[outcome].word}</span></span> `,
    )
  return html`<details class="section">
<summary><span class="section-number">${section}</span> <span class="section-title">${titleOf(section)}</span> <span class="section-bar">${bar(counts)}</span> <span class="counts">${numbers}</span></summary>
<table class="requirements" id="${sectionAnchorOf(section)}">
<caption class="unseen">Requirements of section ${section}</caption>
<thead><tr><th scope="col">Outcome</th><th scope="col">Requirement</th><th scope="col">Level</th><th scope="col">Operation</th><th scope="col">Why</th></tr></thead>
<tbody>
${results.map(line)}</tbody></table>
</details>
`
}

function line(requirement: RequirementResult): Html {
  const { id, section, verdict, statement, endpoint, dimension, level, reading, reason, conditional, known } =
    requirement
  const hasCard = verdict !== 'pass' && verdict !== 'skipped'
  return html`<tr id="${lineAnchorOf(id, hasCard)}" data-outcome="${verdict}" data-endpoint="${endpoint}" data-dimension="${dimension}" data-level="${level}" data-section="${section}">
<td>${mark(verdict)}${known === undefined ? undefined : html` <span class="quiet">known failure</span>`}</td>
<th scope="row">${prose(statement)} <a class="self" href="#${anchorOf(id)}"><code>${id}</code></a></th>
<td>${level}${conditional ? ', conditional' : ''}${reading === undefined ? '' : `, reading ${reading}`}</td>
<td>${endpoint}, ${dimension}</td>
<td>${hasCard ? html`<a href="#${anchorOf(id)}">${reason || 'see the findings'}</a>` : reason}</td>
</tr>
`
}
