import type { KnownFailure, Report, ReportedFinding, RequirementResult } from '../../conformance/core/model/report.ts'
import type { Outcome } from '../../conformance/core/model/vocabulary.ts'
import { counted } from '../../conformance/core/text/counted.ts'
import { sharedText, sourceOf } from '../account.ts'
import { entryFor, scopeOf } from '../known.ts'
import { type Html, html, prose } from '../markup.ts'
import { marks } from '../outcome.ts'
import type { Result } from '../result.ts'
import { expectedText, receivedText } from '../value.ts'
import { anchorOf, resultAnchorOf } from './anchor.ts'
import { type CardPart, cardParts, type FindingKind, type NumberedKind } from './card-parts.ts'
import { copyableCommand } from './command.ts'
import { type Evidence, exchangeLink } from './evidence.ts'
import { excerpt, exchangeDetails } from './exchange.ts'
import { excuse } from './known-failures.ts'
import { type Anchors, documentation, linkToResult } from './result-link.ts'

/** Everything a card needs except its requirement. */
export interface CardContext {
  readonly evidence: Evidence
  readonly anchors: Anchors
  readonly report: Report
}

/** Renders a requirement: the statement, then the outcome on each operation. */
export function requirementCard(requirement: RequirementResult, context: CardContext): Html {
  const { id, verdict, statement } = requirement
  return html`<article class="card ${verdict}" id="${anchorOf(id)}">
<h3>${prose(statement)}</h3>
${source(requirement, context)}
${cardParts(requirement).map((part) => onOperation(part, context))}
</article>
`
}

export function foldedCard(requirement: RequirementResult, context: CardContext): Html {
  const { id, verdict, statement } = requirement
  const parts = cardParts(requirement)
  const [worst] = parts
  return html`<details class="card ${verdict}">
<summary><span class="statement">${prose(statement)}</span> <code class="quiet">${id}</code><br><span class="quiet">${worst?.result.operation}: ${prose(worst === undefined ? '' : reasonText(worst.result))}</span></summary>
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

/** Renders the outcome of a requirement on one operation, with its evidence. */
export function onOperation({ result, kinds }: CardPart, context: CardContext): Html {
  const { id, operation, verdict } = result
  const [first, ...others] = kinds
    .filter(({ isSample }) => isSample)
    .map((kind) => finding(kind, result, context.evidence))
  const rest = kinds.filter(({ isSample }) => !isSample)
  return html`<div class="on" id="${resultAnchorOf(id, operation)}">
<p class="operation">${mark(verdict)} <strong>${operation}</strong> <span class="quiet">${judgedOn(result)}</span></p>
${known(result, context.report)}
${first === undefined || verdict === 'observed' ? html`<p>${prose(reasonText(result))}</p>` : undefined}
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

/** Lists the failures that must be fixed before this result can be decided. */
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

/** Renders the other kinds of findings: a few with their evidence, the rest as messages. */
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

/** Renders one kind of finding: message, expected and received values, excerpt, and the command that reproduces it. */
function finding({ kind, number, anchor }: NumberedKind, result: Result, evidence: Evidence): Html {
  const { first, findings } = kind
  const exchange = evidence.exchanges.get(first.exchange)
  const isLeftOut = evidence.leftOut.has(first.exchange)
  return html`<div class="finding" id="${anchor}">
<p class="message">${prose(first.message)} <a class="permalink" href="#${anchor}">link<span class="unseen"> to finding ${number} of ${result.id}</span></a>${repeated(findings.length, result)}</p>
${facts(first)}
${exchange === undefined || isLeftOut ? undefined : html`<div class="excerpt">${excerpt(first, exchange)}</div>`}
${exchangeDetails('The whole exchange', first.exchange, sameExchange(result.findings, first), anchor, evidence)}
${first.closest === undefined ? undefined : exchangeDetails('The closest request that passes', first.closest, [], anchor, evidence)}
${first.shrunk === undefined ? undefined : exchangeDetails('The smallest request that still fails', first.shrunk, [], anchor, evidence)}
${copyableCommand('Replay', first.replay)}
${isLeftOut ? undefined : copyableCommand('curl', first.curl)}
${others(kind, anchor, evidence)}
</div>
`
}

function repeated(count: number, { findings, findingsTotal }: Result): Html | undefined {
  if (count === 1) return undefined
  return html` <span class="times">${repeatedText(count, findings.length, findingsTotal)}</span>`
}

/** Tells how many of the listed findings are the same, and how many there are if not all are listed. */
export function repeatedText(same: number, listed: number, total: number): string {
  if (total <= listed) return `the same ${same} times`
  return `${same === listed ? 'all' : same} of the ${listed} listed findings are the same; ${total} in total`
}

function facts({
  path,
  expected,
  actual,
  departure,
  entry,
  intermittent,
  shared,
  closest,
}: ReportedFinding): Html | undefined {
  const received = actual === undefined ? absence(expected, departure) : receivedText(actual)
  const lines = [
    expected === undefined ? undefined : fact('expected', 'Expected', expectedText(expected)),
    received === undefined ? undefined : fact('received', 'Received', received),
    path === undefined ? undefined : fact('where', 'Where', path),
    shared === undefined ? undefined : fact('where', 'Requests', sharedText({ shared, closest })),
    entry === undefined ? undefined : fact('entry', 'Entry', entry),
    intermittent === undefined
      ? undefined
      : fact('where', 'Intermittent', 'did not repeat when the same request was sent again'),
  ].filter((line) => line !== undefined)
  return lines.length === 0 ? undefined : html`<dl class="facts">${lines}</dl>`
}

/** Describes what was received if there is no value to show. */
function absence(expected: unknown, departure: ReportedFinding['departure']): string | undefined {
  if (departure !== undefined && departure.event === undefined) return 'the end of the stream'
  return expected === 'present' ? 'nothing' : undefined
}

function fact(name: string, label: string, text: string): Html {
  return html`<div class="${name}"><dt>${label}</dt><dd><code>${text}</code></dd></div>
`
}

function sameExchange(findings: readonly ReportedFinding[], { exchange }: ReportedFinding): readonly ReportedFinding[] {
  return findings.filter((other) => other.exchange === exchange)
}

/** Lists the other exchanges with the same finding. Each may have a smaller request. */
function others({ first, findings }: FindingKind, anchor: string, evidence: Evidence): Html | undefined {
  const rest = findings.filter(({ exchange }) => exchange !== first.exchange)
  if (rest.length === 0) return undefined
  const shrunk = rest.flatMap((item) => (item.shrunk === undefined ? [] : [item.shrunk]))
  return html`${[...new Set(shrunk)].map((smaller) => exchangeDetails('The smallest request that still fails', smaller, [], anchor, evidence))}
<details class="others"><summary>The same in ${counted(rest.length, 'other exchange')}</summary>
<ul class="ids">${rest.map(({ exchange }) => html`<li><code>${exchange}</code></li>`)}</ul></details>`
}

/** Renders an outcome with a glyph, a word and a colour. */
export function mark(outcome: Outcome): Html {
  const { glyph, word } = marks[outcome]
  return html`<span class="mark ${outcome}">${glyph} ${word}</span>`
}

/**
 * Returns the reason of a result. An informational result has no verdict, so its reason is the share of exchanges that
 * satisfy the statement.
 */
export function reasonText({ verdict, reason, exchanges, violating, findings }: Result): string {
  if (verdict !== 'observed' || exchanges === 0) return reason
  const share = `holds in ${exchanges - violating} of ${counted(exchanges, 'exchange')}`
  if (violating > 0) return `${share}; ${reason}`
  return findings.length === 0 ? share : reason
}
