import type { Report, RequirementResult } from '../../conformance/model/report.ts'
import { type Html, html } from '../markup.ts'
import { marks } from '../outcome.ts'
import { ending } from '../select.ts'
import type { Evidence } from './evidence.ts'
import { type CardContext, foldedCard, requirementCard } from './requirement-card.ts'

const titles = {
  fail: 'Failures',
  warn: 'Warnings',
  inconclusive: 'Could not be judged',
  observed: 'Noted where the document says nothing',
} as const
type Shown = keyof typeof titles

/** Everything that was not kept, by requirement, with its evidence: failures open, the rest folded. */
export function results(report: Report, evidence: Evidence): Html {
  const known = new Map((report.knownFailures ?? []).map((entry) => [entry.pattern, entry]))
  const context = { evidence, known }
  return html`<p class="fold-all" hidden><button type="button" data-folds="open">Open all evidence</button> <button type="button" data-folds="closed">Fold it</button></p>
${(Object.keys(titles) as Shown[]).map((outcome) => group(outcome, ending(report, outcome), context))}`
}

function group(outcome: Shown, requirements: readonly RequirementResult[], context: CardContext): Html {
  const card = outcome === 'fail' ? requirementCard : foldedCard
  return html`<section id="${outcome}" class="results" aria-labelledby="${outcome}-title">
<h2 id="${outcome}-title"><span class="glyph ${outcome}" aria-hidden="true">${marks[outcome].glyph}</span> ${titles[outcome]} <span class="number">${requirements.length}</span></h2>
${requirements.length === 0 ? html`<p class="quiet">None.</p>` : requirements.map((requirement) => card(requirement, context))}
</section>
`
}
