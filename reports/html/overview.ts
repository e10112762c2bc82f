import type { Report } from '../../conformance/model/report.ts'
import { type Html, html } from '../markup.ts'
import { compliance } from './compliance.ts'
import { declarations } from './declarations.ts'
import type { Evidence } from './evidence.ts'
import { knownFailures } from './known-failures.ts'
import { limits } from './limits.ts'
import type { Anchors } from './result-link.ts'
import { untested } from './untested.ts'

/** What belongs beside the verdict: the counts, what was not tested, what excuses the run and what narrowed it down. */
export function overview(report: Report, evidence: Evidence, anchors: Anchors): Html {
  return html`<div class="overview">
${compliance(report)}
<div class="aside">
${untested(report, anchors)}
${declarations(report, evidence)}
${knownFailures(report, anchors)}
${limits(report)}
</div>
</div>`
}
