import type { Report } from '../../conformance/model/report.ts'
import { counted, subjectOf } from '../identity.ts'
import { type Html, html, scriptElement } from '../markup.ts'
import { headlines } from '../outcome.ts'
import { isNothingTested } from '../select.ts'
import { about } from './about.ts'
import { policy, script, style } from './assets.ts'
import { patterns } from './bar.ts'
import { causes } from './causes.ts'
import { contents } from './contents.ts'
import { declarations } from './declarations.ts'
import { type Evidence, evidenceIn } from './evidence.ts'
import { figures } from './figures.ts'
import { filters } from './filters.ts'
import { headOf } from './head.ts'
import { knownFailures } from './known-failures.ts'
import { limits } from './limits.ts'
import { overview } from './overview.ts'
import { passed } from './passed.ts'
import { requirementList } from './requirement-list.ts'
import { type Anchors, anchorsOf } from './result-link.ts'
import { results } from './results.ts'
import { untested } from './untested.ts'
import { verdict } from './verdict.ts'

/** The whole report in one file that opens from disk: complete without a network and without scripts. */
export function renderHtml(report: Report): string {
  const evidence = evidenceIn(report)
  const anchors = anchorsOf(report)
  return `${html`<!doctype html>
<html lang="en">
${headOf({ title: `${headlines[report.summary.verdict].word}: ${subjectOf(report)}`, policy, style })}
<body>
<a class="skip" href="#main">Skip to the verdict</a>
${patterns}
<div class="page">
${contents(report, evidence)}
<main id="main" tabindex="-1">
${verdict(report)}
<p class="on-paper">Printed with the parts that were open. To print more, open it on the page first.</p>
${isNothingTested(report) ? untestedParts(report, evidence, anchors) : testedParts(report, evidence, anchors)}
${about(report)}
</main>
</div>
<footer><p>${report.tool.name} ${report.tool.version}, results format ${report.formatVersion}. This page makes no network requests.</p></footer>
<p id="said" class="unseen" role="status"></p>
${scriptElement(script)}
</body>
</html>
`}`
}

function testedParts(report: Report, evidence: Evidence, anchors: Anchors): Html {
  return html`${causes(report, anchors)}
${overview(report, evidence, anchors)}
${filters(report)}
${results(report, evidence, anchors)}
${requirementList(report, evidence, anchors)}
${passed(report, evidence)}
${figures(report)}`
}

/** Where nothing was tested the verdict says why, and nothing else is news: the requirements are folded. */
function untestedParts(report: Report, evidence: Evidence, anchors: Anchors): Html {
  return html`<div class="overview"><div class="aside">
${untested(report, anchors)}
${declarations(report, evidence)}
${knownFailures(report, anchors)}
${limits(report)}
</div></div>
<details class="rest"><summary>${counted(report.requirements.length, 'requirement')} of the specification, none of them tested</summary>
${filters(report)}
${requirementList(report, evidence, anchors)}
</details>`
}
