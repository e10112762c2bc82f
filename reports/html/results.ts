import type { Report, RequirementResult } from '../../conformance/model/report.ts'
import { type Html, html } from '../markup.ts'
import { marks } from '../outcome.ts'
import type { Evidence } from './evidence.ts'
import { onPage } from './page-order.ts'
import { type CardContext, foldedCard, requirementCard } from './requirement-card.ts'
import type { Anchors } from './result-link.ts'

const titles = {
  fail: 'Failures',
  warn: 'Warnings',
  inconclusive: 'Inconclusive',
  observed: 'Informational (not specified)',
} as const
type Shown = keyof typeof titles

/** So many failures are open; the others are folded, and those beyond a long list all in one. */
const openFailures = 2
const longList = { fail: 20, others: 10 }

/** Everything that did not pass, by requirement and operation, with its evidence: the first failures open, the rest folded. */
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
