import type { Report } from '../../conformance/model/report.ts'
import { counted } from '../identity.ts'
import { type Html, html } from '../markup.ts'
import { allResults } from '../result.ts'
import { type Evidence, passedAnchor } from './evidence.ts'
import { exchangeDetails } from './exchange.ts'

/**
 * Renders an example exchange for each passed requirement. Exchanges of findings are linked, and those that would make
 * the report too large are only in the evidence file.
 */
export function passed(report: Report, evidence: Evidence): Html | undefined {
  const own = [...evidence.shownUnder].filter(([, anchor]) => anchor === passedAnchor).map(([id]) => id)
  if (own.length === 0) return undefined
  const judged = countsByExample(report)
  return html`<section id="${passedAnchor}" aria-labelledby="passed-title">
<h2 id="passed-title">What passed was judged on <span class="number">${own.length}</span></h2>
<p>One example exchange for each requirement and operation. The evidence file has all exchanges.</p>
${[...byOperation(own.sort(), evidence)].map(
  ([
    operation,
    ids,
  ]) => html`<details class="passes"><summary>${operation} <span class="number">${ids.length}</span></summary>
${ids.map((id) => exchangeDetails(`Example of ${counted(judged.get(id) ?? 0, 'result')}:`, id, [], passedAnchor, evidence))}</details>
`,
)}
</section>`
}

function byOperation(ids: readonly string[], { exchanges }: Evidence): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  for (const id of ids) {
    const operation = exchanges.get(id)?.operation ?? 'other requests'
    groups.set(operation, [...(groups.get(operation) ?? []), id])
  }
  return groups
}

function countsByExample(report: Report): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { example } of allResults(report))
    if (example !== undefined) counts.set(example, (counts.get(example) ?? 0) + 1)
  return counts
}
