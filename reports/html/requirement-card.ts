import type { KnownFailure, RequirementResult } from '../../conformance/model/report.ts'
import { sourceOf } from '../account.ts'
import { counted } from '../identity.ts'
import { type Html, html, prose } from '../markup.ts'
import { kindsOf } from './alike.ts'
import { anchorOf } from './anchor.ts'
import type { Evidence } from './evidence.ts'
import { finding } from './finding.ts'
import { excuse } from './known-failures.ts'
import { mark } from './mark.ts'

/** What a card needs beside its requirement. */
export interface CardContext {
  readonly evidence: Evidence
  /** The entries of the list of known failures, by pattern. */
  readonly known: ReadonlyMap<string, KnownFailure>
}

/** A requirement and what was found about it: the sentence first, then the plainest finding, then the others. */
export function requirementCard(requirement: RequirementResult, context: CardContext): Html {
  const { id, verdict, statement } = requirement
  return html`<article class="card ${verdict}" id="${anchorOf(id)}">
<h3>${prose(statement)}</h3>
${source(requirement)}
${known(requirement, context)}
${found(requirement, context)}
</article>
`
}

/** The sentence of a requirement that is folded until someone asks for it. */
export function foldedCard(requirement: RequirementResult, context: CardContext): Html {
  const { id, verdict, statement, reason } = requirement
  return html`<details class="card ${verdict}">
<summary><span class="statement">${prose(statement)}</span> <code class="quiet">${id}</code><br><span class="quiet">${reason}</span></summary>
<div id="${anchorOf(id)}">
${source(requirement)}
${known(requirement, context)}
${found(requirement, context)}
</div>
</details>
`
}

function source(requirement: RequirementResult): Html {
  const { id, verdict, endpoint, dimension, exchanges } = requirement
  return html`<p class="source">${mark(verdict)} <a href="#${anchorOf(id)}"><code>${id}</code></a> ${sourceOf(requirement)}; ${endpoint}, ${dimension}; judged on ${counted(exchanges, 'exchange')}</p>`
}

function known({ known: pattern }: RequirementResult, context: CardContext): Html | undefined {
  if (pattern === undefined) return undefined
  const entry = context.known.get(pattern)
  return html`<p class="known"><strong>Known failure</strong> (<a href="#known-failures"><code>${pattern}</code></a>): ${entry === undefined ? 'see the list' : excuse(entry)}</p>`
}

function found(requirement: RequirementResult, { evidence }: CardContext): Html {
  const { findings, findingsTotal, reason } = requirement
  if (findings.length === 0) return html`<p>${reason}</p>`
  const [first, ...others] = kindsOf(findings).map((kind, index) => finding(kind, requirement, index + 1, evidence))
  const more = findingsTotal - findings.length
  return html`${first}
${
  others.length === 0
    ? undefined
    : html`<details class="others"><summary>${counted(others.length, 'other kind')} of finding</summary>
${others}</details>`
}
${more > 0 ? html`<p class="quiet">${counted(findingsTotal, 'finding')} in all; ${more} of them not listed.</p>` : undefined}`
}
