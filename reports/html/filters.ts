import type { Report } from '../../conformance/model/report.ts'
import { dimensions, levels, outcomes } from '../../conformance/model/vocabulary.ts'
import { type Html, html } from '../markup.ts'
import { marks } from '../outcome.ts'
import { byOperation } from '../select.ts'
import { inSections, titleOf } from './sections.ts'

/** The value that stands for failed results without a cause. */
export const noCause = 'none'

/** The choice of requirements, for the whole page. It needs the script, and so is hidden until the script shows it. */
export function filters(report: Report): Html {
  const { summary, requirements } = report
  const operations = byOperation(report).map(([operation]) => operation)
  return html`<form id="filters" hidden aria-label="Choose requirements">
<details open><summary>Filter <output id="filtered">${requirements.length} of ${requirements.length} requirements</output></summary>
<fieldset><legend>Outcome</legend>
${outcomes.map(
  (
    outcome,
  ) => html`<label><input type="checkbox" name="outcome" value="${outcome}"> <span aria-hidden="true">${marks[outcome].glyph}</span> ${marks[outcome].word} (${summary.counts[outcome]})</label>
`,
)}</fieldset>
<div class="choices">
${choice('Operation', 'operation', ['', 'all'], operations.map(same))}
${choice('Dimension', 'dimension', ['', 'all'], dimensions.map(same))}
${choice('Level', 'level', ['', 'all'], levels.map(same))}
${choice('Section', 'section', ['', 'all'], sectionsOf(report))}
${report.causes.length === 0 ? undefined : choice('Cause', 'cause', ['', 'all'], causesOf(report))}
<label>Text <input type="search" name="text" autocomplete="off" spellcheck="false" maxlength="200"></label>
${choice('Order', 'order', ['', 'by weight'], [['document', "specification's order"]])}
<button type="reset">Show all</button>
</div>
</details>
</form>`
}

/** The value of an option, and its words. */
type Option = readonly [value: string, words: string]

function same(value: string): Option {
  return [value, value]
}

function sectionsOf({ requirements }: Report): readonly Option[] {
  return inSections(requirements).map(([section]) => [section, `${section} ${titleOf(section)}`.trim()])
}

/** The most characters of a cause's title in the choice. */
const titleLength = 70

function causesOf({ causes }: Report): readonly Option[] {
  const options = causes.map(
    ({ id, title }, index): Option => [id, clipped(`${index + 1}. ${title.replaceAll('`', '')}`)],
  )
  return [...options, [noCause, 'failed without a common cause']]
}

function clipped(words: string): string {
  const characters = [...words]
  return characters.length <= titleLength ? words : `${characters.slice(0, titleLength - 1).join('')}…`
}

function choice(label: string, name: string, first: Option, others: readonly Option[]): Html {
  return html`<label>${label} <select name="${name}">${[first, ...others].map(([value, words]) => html`<option value="${value}">${words}</option>`)}</select></label>
`
}
