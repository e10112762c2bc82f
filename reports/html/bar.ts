import type { Counts } from '../../conformance/core/model/report.ts'
import { outcomes } from '../../conformance/core/model/vocabulary.ts'
import { type Html, html } from '../markup.ts'

/** Hatch patterns that distinguish the segments without colour. */
export const patterns: Html = html`<svg width="0" height="0" class="unseen" aria-hidden="true" focusable="false"><defs>
<pattern id="hatch-fail" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="fail" width="5" height="5"/><rect class="paper" width="1.6" height="5"/></pattern>
<pattern id="hatch-warn" width="4" height="4" patternUnits="userSpaceOnUse"><rect class="warn" width="4" height="4"/><rect class="paper" width="4" height="1.3"/></pattern>
<pattern id="hatch-inconclusive" width="5" height="5" patternUnits="userSpaceOnUse"><rect class="inconclusive" width="5" height="5"/><circle class="paper" cx="2.5" cy="2.5" r="1.3"/></pattern>
</defs></svg>`

/** The narrowest segment, in percent, so that one failure among hundreds stays visible. */
const narrowest = 4

/** Renders counts as a bar with a segment for each outcome. The exact numbers are next to it. */
export function bar(counts: Counts): Html {
  const present = outcomes.filter((outcome) => counts[outcome] > 0)
  const total = present.reduce((sum, outcome) => sum + counts[outcome], 0)
  const wanted = present.map((outcome) => Math.max(narrowest, (counts[outcome] / total) * 100))
  const scale = 100 / wanted.reduce((sum, width) => sum + width, 0)
  let start = 0
  const segments = present.map((outcome, index) => {
    const width = wanted[index]! * scale
    const at = start
    start += width
    return html`<rect class="${outcome}" x="${at.toFixed(2)}%" y="0" width="${width.toFixed(2)}%" height="100%"/>`
  })
  return html`<svg class="bar" width="100%" height="9" aria-hidden="true" focusable="false">${segments}</svg>`
}
