import type { Report, RequirementResult } from '../../conformance/core/model/report.ts'
import type { Outcome } from '../../conformance/core/model/vocabulary.ts'
import { featureTable } from '../features.ts'
import { isExcused } from '../known.ts'
import { type Html, html } from '../markup.ts'
import { marks } from '../outcome.ts'
import { isNothingTested } from '../select.ts'
import { anchorOf } from './anchor.ts'
import { type Evidence, passedAnchor } from './evidence.ts'
import { onPage } from './page-order.ts'

/** The number of failed requirements that are listed outside of the fold. */
const namedAtMost = 25

/** Renders the table of contents. It is next to the page if there is room. */
export function contents(report: Report, { shownUnder }: Evidence): Html {
  const isTested = !isNothingTested(report)
  return html`<nav class="contents" aria-label="Contents">
<ul>
<li><a href="#verdict">Verdict</a></li>
${isTested && featureTable(report) !== undefined ? html`<li><a href="#features">Features</a></li>` : undefined}
${report.causes.length === 0 ? undefined : html`<li><a href="#causes">Causes</a> <span class="number">${report.causes.length}</span></li>`}
${report.upstream === undefined ? undefined : html`<li><a href="#upstream">Behind the gateway</a></li>`}
${isTested ? html`<li><a href="#compliance">Compliance</a></li>` : undefined}
<li><a href="#untested">Not tested</a> <span class="number">${report.summary.counts.skipped}</span></li>
${report.knownFailures === undefined ? undefined : html`<li><a href="#known-failures">Known failures</a> <span class="number">${report.knownFailures.length}</span></li>`}
${report.declarations === undefined ? undefined : html`<li><a href="#declarations">Declarations</a> <span class="number">${report.declarations.length}</span></li>`}
${isTested ? outcomeLinks(report) : undefined}
<li><a href="#requirements">All requirements</a> <span class="number">${report.requirements.length}</span></li>
${[...shownUnder.values()].includes(passedAnchor) ? html`<li><a href="#${passedAnchor}">Examples of passing results</a></li>` : undefined}
${report.coverage === undefined ? undefined : html`<li><a href="#coverage">Schema coverage</a></li>`}
${report.traffic === undefined ? undefined : html`<li><a href="#traffic">Requests and billing</a></li>`}
${(report.tokenCounts ?? []).length === 0 ? undefined : html`<li><a href="#token-counts">Token counts</a></li>`}
${report.latencies === undefined ? undefined : html`<li><a href="#latencies">Latencies</a></li>`}
<li><a href="#about">About this run</a></li>
</ul>
</nav>`
}

function outcomeLinks(report: Report): Html {
  return html`<li>${link(report, 'fail', 'Failures')}${failedLinks(onPage(report, 'fail'))}</li>
<li>${link(report, 'warn', 'Warnings')}</li>
<li>${link(report, 'inconclusive', 'Inconclusive')}</li>
<li>${link(report, 'observed', 'Informational')}</li>`
}

/** Lists the failed requirements: the first ones, and the others in a fold. */
function failedLinks(failed: readonly RequirementResult[]): Html | undefined {
  if (failed.length === 0) return undefined
  const more = failed.slice(namedAtMost)
  return html`
<ul class="failed">${failed.slice(0, namedAtMost).map(failedLink)}${more.length === 0 ? undefined : html`<li class="more"><details><summary>${more.length} more</summary><ul>${more.map(failedLink)}</ul></details></li>`}</ul>`
}

function failedLink(requirement: RequirementResult): Html {
  return html`<li><a href="#${anchorOf(requirement.id)}">${requirement.id}</a>${isAllKnown(requirement) ? html` <span class="quiet">known</span>` : undefined}</li>`
}

function isAllKnown({ operations }: RequirementResult): boolean {
  return operations.every((one) => one.verdict !== 'fail' || isExcused(one))
}

function link({ summary }: Report, outcome: Outcome, title: string): Html {
  return html`<a href="#${outcome}"><span class="glyph ${outcome}" aria-hidden="true">${marks[outcome].glyph}</span> ${title}</a> <span class="number">${summary.counts[outcome]}</span>`
}
