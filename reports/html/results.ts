import type { Report, RequirementResult } from '../../conformance/model/report.ts'
import type { Outcome } from '../../conformance/model/vocabulary.ts'
import { type Html, html } from '../markup.ts'
import { marks } from '../outcome.ts'
import { ending } from '../select.ts'
import { type Evidence, evidenceIn } from './evidence.ts'
import { requirementCard } from './requirement-card.ts'

const titles = { fail: 'Failures', warn: 'Warnings', inconclusive: 'Could not be judged' } as const

/** Everything that was not kept, by requirement, with its evidence; what is merely noted comes last, folded. */
export function results(report: Report): Html {
  const evidence = evidenceIn(report)
  const noted = ending(report, 'observed').filter(({ findings }) => findings.length > 0)
  return html`<section id="findings" aria-labelledby="findings-title">
<h2 id="findings-title">Findings</h2>
${(['fail', 'warn', 'inconclusive'] as const).map((outcome) => group(outcome, ending(report, outcome), evidence))}
${
  noted.length === 0
    ? undefined
    : html`<details class="noted"><summary>${noted.length} noted where the document says nothing</summary>
${noted.map((requirement) => requirementCard(requirement, evidence))}
</details>`
}
</section>`
}

function group(
  outcome: Outcome & keyof typeof titles,
  requirements: readonly RequirementResult[],
  evidence: Evidence,
): Html {
  const cards = requirements.map((requirement) => requirementCard(requirement, evidence))
  return html`<h3 id="${outcome}"><span class="glyph ${outcome}" aria-hidden="true">${marks[outcome].glyph}</span> ${titles[outcome]} (${requirements.length})</h3>
${cards.length === 0 ? html`<p>None.</p>` : cards}`
}
