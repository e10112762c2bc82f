import type { Report } from '../../conformance/model/report.ts'
import { anchorOf } from '../html/anchor.ts'
import { mark } from '../html/mark.ts'
import { pageOrder } from '../html/page-order.ts'
import { type Html, html, prose } from '../markup.ts'
import { allResults, nameOf, type Result } from '../result.ts'
import { resultLink } from './result-link.ts'
import { runButton } from './run-button.ts'
import type { WatchView } from './view.ts'

/** What people who mend a gateway look at, the worst first. */
const shown = pageOrder.filter((outcome) => outcome !== 'pass' && outcome !== 'skipped' && outcome !== 'observed')

/** Every result that did not pass, in a line; the script chooses among them, and opens what one names. */
export function findings({ now }: WatchView): Html {
  const results = now === undefined ? [] : shown.flatMap((outcome) => withOutcome(now.report, outcome))
  if (results.length === 0) return html`<p class="quiet">None.</p>`
  const causes = causesOf(now!.report)
  return html`<ul class="found">${results.map((one) => item(one, causes.get(nameOf(one)) ?? []))}</ul>`
}

function withOutcome(report: Report, outcome: Result['verdict']): readonly Result[] {
  return allResults(report).filter(({ verdict }) => verdict === outcome)
}

/** The causes of each failed result, by its name. */
function causesOf({ causes }: Report): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const { id, requirements } of causes)
    for (const { requirement, operation } of requirements) {
      const name = nameOf({ id: requirement, operation })
      found.set(name, [...(found.get(name) ?? []), id])
    }
  return found
}

function item(result: Result, causes: readonly string[]): Html {
  const {
    id,
    verdict,
    operation,
    dimension,
    findings: [first],
    reason,
    known,
  } = result
  return html`<li data-outcome="${verdict}" data-operation="${operation}" data-dimension="${dimension}" data-causes="${causes.map(anchorOf).join(' ')}">
${mark(verdict)} ${resultLink(result)} ${runButton('Run', 'requirement', id, nameOf(result))}${known === undefined ? undefined : html` <span class="quiet">known failure</span>`}
<br>${prose(first?.message ?? reason)}</li>
`
}
