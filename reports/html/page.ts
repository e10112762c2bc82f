import type { Report } from '../../conformance/model/report.ts'
import { subjectOf } from '../identity.ts'
import { html, scriptElement } from '../markup.ts'
import { headlines } from '../outcome.ts'
import { about } from './about.ts'
import { policy, script, style } from './assets.ts'
import { patterns } from './bar.ts'
import { causes } from './causes.ts'
import { contents } from './contents.ts'
import { evidenceIn } from './evidence.ts'
import { figures } from './figures.ts'
import { filters } from './filters.ts'
import { headOf } from './head.ts'
import { overview } from './overview.ts'
import { passed } from './passed.ts'
import { requirementList } from './requirement-list.ts'
import { anchorsOf } from './result-link.ts'
import { results } from './results.ts'
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
${causes(report, anchors)}
${overview(report, evidence, anchors)}
${filters(report)}
${results(report, evidence, anchors)}
${requirementList(report, evidence, anchors)}
${passed(report, evidence)}
${figures(report)}
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
