import type { Report, RequirementResult } from '../../conformance/core/model/report.ts'
import { outcomes } from '../../conformance/core/model/vocabulary.ts'
import { visible } from '../../conformance/core/text/visible.ts'
import { isExcused } from '../known.ts'
import { type Html, html, prose } from '../markup.ts'
import { marks } from '../outcome.ts'
import { nameOf, type Result } from '../result.ts'
import { countsOf } from '../select.ts'
import { anchorOf, lineAnchorOf, resultAnchorOf, sectionAnchorOf } from './anchor.ts'
import { bar } from './bar.ts'
import { cardParts } from './card-parts.ts'
import { type Evidence, exchangeLink } from './evidence.ts'
import { inSections, noCause, sectionTitle } from './filters.ts'
import { onPage } from './page-order.ts'
import { blocked, type CardContext, foldedCard, mark, reasonText, requirementCard } from './requirement-card.ts'
import { type Anchors, documentation, hasCard } from './result-link.ts'

/**
 * Renders every requirement with its outcome on each operation, in the order of the specification. Passed ones are
 * folded.
 */
export function requirementList(report: Report, evidence: Evidence, anchors: Anchors): Html {
  const sections = inSections(report.requirements)
  const context = { anchors, evidence, causes: causesByResult(report), report }
  return html`<section id="requirements" aria-labelledby="requirements-title">
<h2 id="requirements-title">All requirements, in the specification's order <span class="number">${report.requirements.length}</span></h2>
<div class="sections">
${sections.map(([section, results]) => sectionOf(section, results, context))}</div>
</section>`
}

interface ListContext {
  readonly report: Report
  readonly anchors: Anchors
  readonly evidence: Evidence
  /** The ids of the causes that explain or block a result, by the name of the result. */
  readonly causes: ReadonlyMap<string, readonly string[]>
}

function causesByResult({ causes }: Report): ReadonlyMap<string, readonly string[]> {
  const known = new Map<string, string[]>()
  for (const { id, requirements, blocks } of causes)
    for (const { requirement, operation } of [...requirements, ...blocks]) {
      const name = nameOf({ id: requirement, operation })
      known.set(name, [...(known.get(name) ?? []), id])
    }
  return known
}

function sectionOf(section: string, results: readonly RequirementResult[], context: ListContext): Html {
  const counts = countsOf(results)
  const numbers = outcomes
    .filter((outcome) => counts[outcome] > 0)
    .map(
      (outcome) =>
        html`<span class="${outcome}"><span aria-hidden="true">${marks[outcome].glyph}</span> ${counts[outcome]}<span class="unseen"> ${marks[outcome].word}</span></span> `,
    )
  return html`<details class="section">
<summary><span class="section-number">${section}</span> <span class="section-title">${sectionTitle(section)}</span> <span class="section-bar">${bar(counts)}</span> <span class="counts">${numbers}</span></summary>
<table class="requirements" id="${sectionAnchorOf(section)}">
<caption class="unseen">Requirements of section ${section}</caption>
<thead><tr><th scope="col">Outcome</th><th scope="col">Requirement</th><th scope="col">Level</th><th scope="col">By operation</th></tr></thead>
<tbody>
${results.map((requirement) => line(requirement, context))}</tbody></table>
</details>
`
}

function line(requirement: RequirementResult, context: ListContext): Html {
  const { id, section, verdict, statement, dimension, level, interpretation, conditional, operations, notInEdition } =
    requirement
  const outcomesByOperation = operations.map(({ operation, verdict: own }) => `${operation}=${own}`).join(' ')
  return html`<tr id="${lineAnchorOf(id, hasCard(requirement))}" data-outcome="${verdict}" data-operations="${outcomesByOperation}"${causeNames(requirement, context.causes)} data-dimension="${dimension}" data-level="${level}" data-section="${section}">
<td>${mark(verdict)}</td>
<th scope="row">${prose(statement)} <a class="self" href="#${anchorOf(id)}"><code>${id}</code></a>${documentation(id, context.report)}</th>
<td>${notInEdition === true ? 'not in this edition' : level}${conditional ? ', conditional' : ''}${interpretation === undefined ? '' : `, interpretation ${interpretation}`}, ${dimension}</td>
<td><ul class="by-operation">${cardParts(requirement).map(({ result }) => onOperation(result, hasCard(requirement), context))}</ul></td>
</tr>
`
}

/**
 * Returns `operation=cause` for each cause on each operation. Ids are encoded, because those of custom requirements may
 * contain spaces.
 */
function causeNames({ id, operations }: RequirementResult, causes: ListContext['causes']): Html | undefined {
  const names = operations.flatMap(({ operation, verdict }) => {
    const own = causes.get(nameOf({ id, operation })) ?? (verdict === 'fail' ? [noCause] : [])
    return own.map((cause) => `${operation}=${encodeURIComponent(visible(cause))}`)
  })
  return names.length === 0 ? undefined : html` data-causes="${names.join(' ')}"`
}

function onOperation(result: Result, isLink: boolean, { anchors, evidence }: ListContext): Html {
  const { id, operation, verdict, example } = result
  const why = reasonText(result) || 'see the findings'
  return html`<li>${mark(verdict)} ${operation}${isExcused(result) ? html` <span class="quiet">known failure</span>` : undefined}: ${isLink ? html`<a href="#${resultAnchorOf(id, operation)}">${why}</a>` : why}${example === undefined ? undefined : html` <span class="quiet">(for example ${exchangeLink(example, evidence)})</span>`}${blocked(result, anchors)}</li>
`
}

const titles = {
  fail: 'Failures',
  warn: 'Warnings',
  inconclusive: 'Inconclusive',
  observed: 'Informational (not specified)',
} as const
type Shown = keyof typeof titles

/** The number of failures shown outside of folds. */
const openFailures = 2
const longList = { fail: 20, others: 10 }

/** Renders everything that did not pass, with its evidence. The first failures are open, the rest are folded. */
export function results(report: Report, evidence: Evidence, anchors: Anchors): Html {
  const context = { evidence, anchors, report }
  return html`<p class="fold-all" hidden><button type="button" data-folds="open">Open all evidence</button> <button type="button" data-folds="closed">Close all evidence</button></p>
${(Object.keys(titles) as Shown[]).map((outcome) => group(outcome, onPage(report, outcome), context))}`
}

function group(outcome: Shown, requirements: readonly RequirementResult[], context: CardContext): Html {
  const open = outcome === 'fail' ? openFailures : 0
  const cards = requirements.map((one, index) => (index < open ? requirementCard : foldedCard)(one, context))
  const listed = longList[outcome === 'fail' ? 'fail' : 'others']
  return html`<section id="${outcome}" class="results" aria-labelledby="${outcome}-title">
<h2 id="${outcome}-title"><span class="glyph ${outcome}" aria-hidden="true">${marks[outcome].glyph}</span> ${titles[outcome]} <span class="number">${requirements.length}</span></h2>
${requirements.length === 0 ? html`<p class="quiet">None.</p>` : undefined}
${cards.slice(0, listed)}
${cards.length <= listed ? undefined : html`<details class="rest"><summary>${cards.length - listed} more</summary>${cards.slice(listed)}</details>`}
</section>
`
}
