import type { ReportedFinding, RequirementResult } from '../../conformance/model/report.ts'
import { sourceOf } from '../account.ts'
import { counted } from '../identity.ts'
import { type Html, html, prose } from '../markup.ts'
import { anchorOf, findingsAnchorOf } from './anchor.ts'
import type { Evidence } from './evidence.ts'
import { exchangeDetails } from './exchange.ts'
import { finding } from './finding.ts'
import { mark } from './mark.ts'

/** A requirement and what was found about it: the sentence first, then each exchange that shows it. */
export function requirementCard(requirement: RequirementResult, evidence: Evidence): Html {
  const { id, verdict, statement, endpoint, dimension, findings, findingsTotal, reason } = requirement
  const more = findingsTotal - findings.length
  return html`<article class="card ${verdict}" id="${findingsAnchorOf(id)}">
<h4>${prose(statement)}</h4>
<p class="source">${mark(verdict)} <a href="#${anchorOf(id)}"><code>${id}</code></a> ${sourceOf(requirement)}; ${endpoint}, ${dimension}; judged on ${counted(requirement.exchanges, 'exchange')}</p>
${findings.length === 0 ? html`<p>${reason}</p>` : byExchange(findings).map((group) => shownGroup(group, id, evidence))}
${more > 0 ? html`<p>${counted(more, 'more finding')} of this requirement not listed.</p>` : undefined}
</article>
`
}

function byExchange(findings: readonly ReportedFinding[]): readonly (readonly ReportedFinding[])[] {
  const groups = new Map<string, ReportedFinding[]>()
  for (const item of findings) {
    const group = groups.get(item.exchange)
    if (group === undefined) groups.set(item.exchange, [item])
    else group.push(item)
  }
  return [...groups.values()]
}

function shownGroup(group: readonly ReportedFinding[], id: string, evidence: Evidence): Html {
  const places = group.flatMap(({ at }) => (at === undefined ? [] : [at]))
  const shrunk = group.flatMap((item) => (item.shrunk === undefined ? [] : [item.shrunk]))
  const exchange = group[0]!.exchange
  return html`<div class="finding">
${group.map(finding)}
${exchangeDetails('Exchange', exchange, places, id, evidence)}
${[...new Set(shrunk)].map((smaller) => exchangeDetails('Smallest request that shows it', smaller, places, id, evidence))}
</div>
`
}
