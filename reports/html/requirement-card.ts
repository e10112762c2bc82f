import type { KnownFailure, Report, RequirementResult } from '../../conformance/model/report.ts'
import { sourceOf } from '../account.ts'
import { counted } from '../identity.ts'
import { entryFor, scopeOf } from '../known.ts'
import { type Html, html, prose } from '../markup.ts'
import type { Result } from '../result.ts'
import { anchorOf, resultAnchorOf } from './anchor.ts'
import { type CardPart, cardParts, type NumberedKind } from './card-parts.ts'
import { documentation } from './documentation.ts'
import { type Evidence, exchangeLink } from './evidence.ts'
import { finding } from './finding.ts'
import { excuse } from './known-failures.ts'
import { mark } from './mark.ts'
import { type Anchors, linkToResult } from './result-link.ts'

/** What a card needs beside its requirement. */
export interface CardContext {
  readonly evidence: Evidence
  readonly anchors: Anchors
  readonly report: Report
}

/** A requirement and what was found about it: the sentence first, then what became of it on each operation. */
export function requirementCard(requirement: RequirementResult, context: CardContext): Html {
  const { id, verdict, statement } = requirement
  return html`<article class="card ${verdict}" id="${anchorOf(id)}">
<h3>${prose(statement)}</h3>
${source(requirement, context)}
${cardParts(requirement).map((part) => onOperation(part, context))}
</article>
`
}

/** The sentence of a requirement that is folded until someone asks for it. */
export function foldedCard(requirement: RequirementResult, context: CardContext): Html {
  const { id, verdict, statement } = requirement
  const parts = cardParts(requirement)
  const [worst] = parts
  return html`<details class="card ${verdict}">
<summary><span class="statement">${prose(statement)}</span> <code class="quiet">${id}</code><br><span class="quiet">${worst?.result.operation}: ${prose(worst?.result.reason ?? '')}</span></summary>
<div id="${anchorOf(id)}">
${source(requirement, context)}
${parts.map((part) => onOperation(part, context))}
</div>
</details>
`
}

function source(requirement: RequirementResult, { report }: CardContext): Html {
  const { id, verdict, dimension } = requirement
  return html`<p class="source">${mark(verdict)} <a href="#${anchorOf(id)}"><code>${id}</code></a> ${sourceOf(requirement)}; ${dimension}${documentation(id, report)}</p>`
}

/** What became of the requirement on one operation, with the evidence that belongs to it. */
export function onOperation({ result, kinds }: CardPart, context: CardContext): Html {
  const { id, operation, verdict, reason } = result
  const [first, ...others] = kinds
    .filter(({ isSample }) => isSample)
    .map((kind) => finding(kind, result, context.evidence))
  const rest = kinds.filter(({ isSample }) => !isSample)
  return html`<div class="on" id="${resultAnchorOf(id, operation)}">
<p class="operation">${mark(verdict)} <strong>${operation}</strong> <span class="quiet">${judgedOn(result)}</span></p>
${known(result, context.report)}
${first === undefined ? html`<p>${reason}</p>` : undefined}
${blocked(result, context.anchors)}
${example(result, context.evidence)}
${first}
${more(others, rest)}
${unlisted(result)}
</div>
`
}

function judgedOn({ exchanges, violating }: Result): string {
  if (exchanges === 0) return ''
  return `judged on ${counted(exchanges, 'exchange')}${violating === 0 ? '' : `, of which ${violating} ${violating === 1 ? 'violates' : 'violate'} it`}`
}

function known(result: Result, report: Report): Html | undefined {
  if (result.known === undefined) return undefined
  const entry: KnownFailure | undefined = entryFor(result, report)
  const name = entry === undefined ? result.known : scopeOf(entry)
  return html`<p class="known"><strong>Known failure</strong> (${report.knownFailures === undefined ? html`<code>${name}</code>` : html`<a href="#known-failures"><code>${name}</code></a>`}): ${entry === undefined ? 'see the list' : excuse(entry)}</p>`
}

/** What has to be mended before this can be decided. */
export function blocked(
  { blockedBy = [], operation }: Pick<Result, 'blockedBy' | 'operation'>,
  anchors: Anchors,
): Html | undefined {
  if (blockedBy.length === 0) return undefined
  const links = blockedBy.map(
    (requirement, index) => html`${index === 0 ? '' : ', '}${linkToResult({ requirement, operation }, anchors)}`,
  )
  return html`<p class="blocked">Blocked by ${links}</p>`
}

function example({ example: id }: Result, evidence: Evidence): Html | undefined {
  return id === undefined ? undefined : html`<p class="quiet">Passed for example in ${exchangeLink(id, evidence)}</p>`
}

/** Of the other kinds a few samples with their evidence, and of the rest what each says. */
function more(samples: readonly Html[], rest: readonly NumberedKind[]): Html | undefined {
  if (samples.length === 0) return undefined
  const left =
    rest.length === 0 ? '' : `: ${counted(samples.length, 'sample')}, and ${rest.length} without their evidence`
  return html`<details class="others"><summary>${counted(samples.length + rest.length, 'other kind')} of finding${left}</summary>
${samples}
${rest.length === 0 ? undefined : html`<ul class="entries">${rest.map(inShort)}</ul>`}</details>`
}

function inShort({ kind: { first, findings }, anchor }: NumberedKind): Html {
  const times = findings.length === 1 ? '' : `, ${findings.length} times`
  return html`<li id="${anchor}">${prose(first.message)} <span class="quiet">(<code>${first.exchange}</code>${times})</span></li>
`
}

function unlisted({ findings, findingsTotal }: Result): Html | undefined {
  const left = findingsTotal - findings.length
  if (left <= 0) return undefined
  return html`<p class="quiet">${counted(findingsTotal, 'finding')} in total; ${left} not listed.</p>`
}
