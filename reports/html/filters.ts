import type { Report, RequirementResult } from '../../conformance/core/model/report.ts'
import { dimensions, levels, outcomes } from '../../conformance/core/model/vocabulary.ts'
import { type Html, html } from '../markup.ts'
import { marks } from '../outcome.ts'
import { byOperation } from '../select.ts'

/** The filter value for failed results without a cause. */
export const noCause = 'none'

/** Renders the filters of requirements. They need the script and are hidden until the script shows them. */
export function filters(report: Report): Html {
  const { summary, requirements } = report
  const operations = byOperation(report).map(([operation]) => operation)
  return html`<form id="filters" hidden aria-label="Choose requirements">
<details><summary>Filter <output id="filtered">${requirements.length} of ${requirements.length} requirements</output> <span id="chosen"></span></summary>
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
</div>
</details>
<button type="reset" hidden>Show all</button>
</form>`
}

type Option = readonly [value: string, words: string]

function same(value: string): Option {
  return [value, value]
}

function sectionsOf({ requirements }: Report): readonly Option[] {
  return inSections(requirements).map(([section]) => [section, `${section} ${sectionTitle(section)}`.trim()])
}

/** The maximum number of characters of a cause's title. */
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

/** Short titles for the sections of the specification. */
const titles: Readonly<Record<string, string>> = {
  '1': 'Scope',
  '2.1': 'Requests to create images',
  '2.2': 'Requests to edit images',
  '2.3': 'Requests for variations of images',
  '2.4': 'Image responses',
  '2.5': 'Token usage',
  '2.6': 'Requests to generate content',
  '2.7': 'Generated content',
  '2.8': 'Requests for messages',
  '2.9': 'Messages responses',
  '3': 'States',
  '4': 'Endpoints',
  '5': 'Credentials',
  '6': 'Streams',
  '7': 'Errors',
  '8': 'Limits',
  '9': 'Versions',
}

/** Returns the title of a section, or an empty text for an unknown one. */
export function sectionTitle(section: string): string {
  return Object.hasOwn(titles, section) ? titles[section]! : ''
}

/** Groups requirements by section, in the order of the specification: 2.9 before 2.10. */
export function inSections(
  requirements: readonly RequirementResult[],
): readonly (readonly [string, readonly RequirementResult[]])[] {
  const sections = new Map<string, RequirementResult[]>()
  for (const requirement of requirements) {
    const known = sections.get(requirement.section)
    if (known === undefined) sections.set(requirement.section, [requirement])
    else known.push(requirement)
  }
  return [...sections].sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
}
