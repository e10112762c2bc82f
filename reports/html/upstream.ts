import type { Report } from '../../conformance/core/model/report.ts'
import type { UpstreamResult } from '../../conformance/core/model/upstream.ts'
import { type Html, html } from '../markup.ts'
import { marks } from '../outcome.ts'
import { upstreamFindingText, upstreamNote, upstreamResultsOf, upstreamVerdictText } from '../upstream.ts'

/** Renders what happens behind the gateway. The findings of each result are in a fold of their own. */
export function upstreamSection(report: Report): Html | undefined {
  const text = upstreamVerdictText(report)
  if (text === undefined) return undefined
  return html`<section id="upstream" aria-labelledby="upstream-title">
<h2 id="upstream-title">Behind the gateway</h2>
<p class="reason">${text}</p>
<p>${upstreamNote}</p>
<ul class="upstream">${upstreamResultsOf(report).map(item)}</ul>
</section>`
}

function item({ id, operation, statement, outcome, trials, findings }: UpstreamResult): Html {
  const { glyph, word } = marks[outcome]
  const head = html`<span class="mark ${outcome}"><span aria-hidden="true">${glyph}</span> ${word}</span> <code>${id}</code> on ${operation} (${trials}): ${statement}`
  if (findings.length === 0)
    return html`<li>${head}</li>
`
  return html`<li><details${outcome === 'fail' ? html` open` : undefined}><summary>${head}</summary><ul>${findings.map((finding) => html`<li>${upstreamFindingText(finding)}</li>`)}</ul></details></li>
`
}
