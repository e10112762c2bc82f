import type { Report } from '../../conformance/model/report.ts'
import type { Outcome } from '../../conformance/model/vocabulary.ts'
import { type Html, html } from '../markup.ts'
import { marks } from '../outcome.ts'
import { ending } from '../select.ts'
import { anchorOf } from './anchor.ts'

/** The most broken requirements that are named beside the page. */
const namedAtMost = 25

/** Where everything is; beside the page where there is room. */
export function contents(report: Report): Html {
  const failed = ending(report, 'fail')
  return html`<nav class="contents" aria-label="Contents">
<ul>
<li><a href="#verdict">Verdict</a></li>
<li><a href="#compliance">Compliance</a></li>
<li><a href="#untested">Not tested</a> <span class="number">${report.summary.counts.skipped}</span></li>
${report.knownFailures === undefined ? undefined : html`<li><a href="#known-failures">Known failures</a> <span class="number">${report.knownFailures.length}</span></li>`}
${report.declarations === undefined ? undefined : html`<li><a href="#declarations">Declarations</a> <span class="number">${report.declarations.length}</span></li>`}
<li>${link(report, 'fail', 'Failures')}${
    failed.length === 0
      ? undefined
      : html`
<ul class="failed">${failed.slice(0, namedAtMost).map(({ id, known }) => html`<li><a href="#${anchorOf(id)}">${id}</a>${known === undefined ? undefined : html` <span class="quiet">known</span>`}</li>`)}</ul>`
  }</li>
<li>${link(report, 'warn', 'Warnings')}</li>
<li>${link(report, 'inconclusive', 'Could not be judged')}</li>
<li>${link(report, 'observed', 'Noted')}</li>
<li><a href="#requirements">All requirements</a> <span class="number">${report.requirements.length}</span></li>
${report.coverage === undefined ? undefined : html`<li><a href="#coverage">Schema coverage</a></li>`}
${report.traffic === undefined ? undefined : html`<li><a href="#traffic">Requests and billing</a></li>`}
${report.latencies === undefined ? undefined : html`<li><a href="#latencies">Latencies</a></li>`}
<li><a href="#about">About this run</a></li>
</ul>
</nav>`
}

function link({ summary }: Report, outcome: Outcome, title: string): Html {
  return html`<a href="#${outcome}"><span class="glyph ${outcome}" aria-hidden="true">${marks[outcome].glyph}</span> ${title}</a> <span class="number">${summary.counts[outcome]}</span>`
}
