import type { Report } from '../../conformance/model/report.ts'
import { dimensions, levels, outcomes } from '../../conformance/model/vocabulary.ts'
import { type Html, html } from '../markup.ts'
import { marks } from '../outcome.ts'
import { byEndpoint } from '../select.ts'

/** The choice of requirements. It needs the script, and so is hidden until the script shows it. */
export function filters(report: Report, sections: readonly string[]): Html {
  const { counts } = report.summary
  return html`<form id="filters" hidden aria-label="Choose requirements">
<fieldset><legend>Outcome</legend>
${outcomes.map(
  (
    outcome,
  ) => html`<label><input type="checkbox" name="outcome" value="${outcome}"> <span aria-hidden="true">${marks[outcome].glyph}</span> ${marks[outcome].word} (${counts[outcome]})</label>
`,
)}</fieldset>
<div class="choices">
${choice(
  'Operation',
  'endpoint',
  byEndpoint(report).map(([endpoint]) => endpoint),
)}
${choice('Dimension', 'dimension', dimensions)}
${choice('Level', 'level', levels)}
${choice('Section', 'section', sections)}
<label>Text <input type="search" name="text" autocomplete="off" spellcheck="false"></label>
<button type="reset">Show all</button>
</div>
<p><output id="filtered">${report.requirements.length} of ${report.requirements.length} requirements</output></p>
</form>`
}

function choice(label: string, name: string, values: readonly string[]): Html {
  return html`<label>${label} <select name="${name}"><option value="">all</option>${values.map((value) => html`<option value="${value}">${value}</option>`)}</select></label>
`
}
