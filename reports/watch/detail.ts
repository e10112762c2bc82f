import type { ExchangeEvidence, ReportedFinding, ResultName } from '../../conformance/model/report.ts'
import { sourceOf } from '../account.ts'
import { cardParts } from '../html/card-parts.ts'
import { evidenceIn } from '../html/evidence.ts'
import { excerpt } from '../html/excerpt.ts'
import { exchangeParts } from '../html/exchange.ts'
import { mark } from '../html/mark.ts'
import { onOperation } from '../html/requirement-card.ts'
import { type Html, html, prose } from '../markup.ts'
import type { Result } from '../result.ts'
import type { NamedReport } from '../side.ts'
import { resultNamed } from './failing.ts'
import { runButton } from './links.ts'
import type { WatchView } from './view.ts'

/** Renders one result with its evidence, before and now side by side; `undefined` if there is none of that name. */
export function resultDetail(name: ResultName, { before, now }: WatchView): string | undefined {
  const result = now && resultNamed(now.report, name)
  if (now === undefined || result === undefined) return undefined
  return `${html`<h2 id="detail-title" tabindex="-1">${prose(result.statement)}</h2>
<p class="source"><code>${result.id}</code> ${sourceOf(result)}; ${result.dimension}</p>
<p class="run">${runButton('Run this requirement', 'requirement', result.id)}</p>
${cases(result)}
<div class="beside">
${before === undefined ? undefined : former(name, before)}
<section aria-label="After: ${now.name}"><h3>${before === undefined ? 'Now' : 'After'}: ${now.name}</h3>
${whole(name, now)}</section>
</div>`}`
}

/** The most cases of a result that have a button. All can be run by name. */
const casesShown = 20

function cases({ findings }: Result): Html | undefined {
  const ids = [...new Set(findings.map(({ exchange }) => exchange))].slice(0, casesShown)
  if (ids.length === 0) return undefined
  return html`<details><summary>Run one case</summary><ul class="entries">${ids.map((id) => html`<li><code>${id}</code> ${runButton('Run', 'case', id, `case ${id}`)}</li>`)}</ul></details>`
}

/** Renders the former result with its simplest finding. */
function former(name: ResultName, { name: run, report }: NamedReport): Html {
  const result = resultNamed(report, name)
  const [first] = result?.findings ?? []
  const shown = first && report.exchanges.find(({ id }) => id === first.exchange)
  return html`<section aria-label="Before: ${run}"><h3>Before: ${run}</h3>
${result === undefined ? html`<p class="quiet">It was not looked at.</p>` : html`<p>${mark(result.verdict)} ${prose(first?.message ?? result.reason)}</p>`}
${first && shown && html`<div class="excerpt">${excerpt(first, shown)}</div>`}</section>`
}

/** Renders the current result with all its evidence. */
function whole({ requirement, operation }: ResultName, { report }: NamedReport): Html {
  const own = report.requirements.filter(({ id }) => id === requirement)
  const parts = own.flatMap(cardParts).filter(({ result }) => result.operation === operation)
  const evidence = evidenceIn({ ...report, requirements: own })
  return html`${parts.map((part) => onOperation(part, { evidence, anchors: new Set<string>(), report }))}`
}

/** Renders one exchange: its request, its response or, for a stream, the timeline. */
export function exchangeDetail(exchange: ExchangeEvidence, { now }: WatchView): string {
  const found = now === undefined ? [] : findingsOn(exchange.id, now)
  return `${html`<h2 id="detail-title" tabindex="-1">Exchange <code>${exchange.id}</code></h2>
<p class="source">${exchange.operation ?? 'no operation'}${exchange.purpose === undefined ? '' : `: ${exchange.purpose}`}</p>
<p class="run">${runButton('Run this case', 'case', exchange.id)}</p>
${found.length === 0 ? undefined : html`<ul class="entries">${found.map(({ message }) => html`<li>${prose(message)}</li>`)}</ul>`}
<div class="whole">${exchangeParts(exchange, found)}</div>`}`
}

function findingsOn(id: string, { report }: NamedReport): readonly ReportedFinding[] {
  const all = report.requirements.flatMap(({ operations }) => operations.flatMap(({ findings }) => findings))
  return all.filter(({ exchange }) => exchange === id)
}
