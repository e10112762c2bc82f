import type { Effect } from '../../conformance/core/model/client-effect.ts'
import type { Cause, Report, ResultName } from '../../conformance/core/model/report.ts'
import { counted } from '../../conformance/core/text/counted.ts'
import {
  effectOfCause,
  explainedBy,
  explainedText,
  type ResultWithFinding,
  strongest,
  violationShare,
} from '../cause.ts'
import { effectWords, exerciseText, experimentNote, hasClients, packageOf } from '../clients.ts'
import { placeOfDefect } from '../documentation.ts'
import { type Html, html, prose } from '../markup.ts'
import { clientRows } from '../matrix/clients.ts'
import { resultsEnding } from '../select.ts'
import { causeAnchorOf } from './anchor.ts'
import { copyableCommand } from './command.ts'
import { type Anchors, linkToResult } from './result-link.ts'

/**
 * Lists the common causes of failures, those with the most results first: what the target did, the results that this
 * explains and blocks, a hint, and the strongest finding.
 */
export function causes(report: Report, anchors: Anchors): Html | undefined {
  const { causes: list } = report
  if (list.length === 0) return undefined
  const failed = resultsEnding(report, 'fail')
  return html`<section id="causes" class="causes" aria-labelledby="causes-title">
<h2 id="causes-title">Causes <span class="number">${list.length}</span></h2>
${hasClients(report) ? html`<p class="quiet">${experimentNote}</p>` : undefined}
<ol>${list.map((cause) => item(cause, strongest(explainedBy(cause, failed), cause.example), anchors, report))}</ol>
${clientTable(list)}
</section>`
}

/** Lists for each client the causes by their effect on it, the most harmful effects first. */
function clientTable(list: readonly Cause[]): Html | undefined {
  const rows = clientRows([{ causes: list }])
  if (rows.length === 0) return undefined
  const numbersOf = (client: string, wanted: readonly Effect[]): string => {
    const isSuch = (cause: Cause) =>
      cause.clients?.some((one) => one.client === client && wanted.includes(one.effect)) === true
    const numbers = list.flatMap((cause, index) => (isSuch(cause) ? [index + 1] : []))
    return numbers.length === 0 ? '–' : numbers.join(', ')
  }
  return html`<details class="group"><summary>Causes by client</summary>
<div class="scroll" role="region" aria-label="Causes by client" tabindex="0"><table class="by-client"><thead><tr><th scope="col">Client</th>${columns.map(({ title }) => html`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>
${rows.map(
  (row) => html`<tr><th scope="row"><code>${packageOf(row)}</code></th>${columns.map(
    ({ wanted }) => html`<td>${numbersOf(row.client, wanted)}</td>`,
  )}</tr>
`,
)}</tbody></table></div></details>`
}

const columns: readonly { readonly title: string; readonly wanted: readonly Effect[] }[] = [
  { title: 'Broken by cause', wanted: ['breaks'] },
  { title: 'May be broken by', wanted: ['may-break'] },
  { title: 'Silently wrong with', wanted: ['wrong', 'may-be-wrong'] },
]

function item(cause: Cause, example: ResultWithFinding | undefined, anchors: Anchors, report: Report): Html {
  const { id, title, hint, requirements, blocks, knownDefects = [] } = cause
  return html`<li id="${causeAnchorOf(id)}" data-cause="${id}"><strong>${prose(title)}</strong> <span class="quiet">(${effectOfCause(cause, report)})</span>
${hint === undefined ? undefined : html`<p>${prose(hint)}</p>`}
${clientChips(cause)}
${example && strongestFinding(example, anchors)}
${knownDefects.length === 0 ? undefined : html`<p class="quiet">Known from other gateways: ${knownDefects.map((name, index) => html`${index === 0 ? '' : ', '}${defect(name, report)}`)} in docs/known-defects.md of the suite</p>`}
<p><a href="#fail" data-cause="${id}">All findings of this cause</a></p>
${names(explainedText(cause, report), requirements, anchors)}
${names(`${counted(blocks.length, 'result')} blocked by it`, blocks, anchors)}</li>
`
}

/** Renders a chip for each client. Its title is the exercise that shows the effect. */
function clientChips({ clients = [] }: Cause): Html | undefined {
  if (clients.length === 0) return undefined
  return html`<ul class="clients" aria-label="Effects on clients">${clients.map(
    (one) =>
      html`<li class="${one.effect}" title="${exerciseText(one) ?? effectWords[one.effect]}"><code>${packageOf(one)}</code> ${effectWords[one.effect]}</li>`,
  )}</ul>`
}

function defect(name: string, report: Report): Html {
  const place = placeOfDefect(name, report)
  return place === undefined
    ? html`<code>${name}</code>`
    : html`<a href="${place}" rel="noreferrer"><code>${name}</code></a>`
}

function strongestFinding({ result, finding }: ResultWithFinding, anchors: Anchors): Html {
  const { id: requirement, operation } = result
  return html`<p>${linkToResult({ requirement, operation }, anchors)}, ${violationShare(result)}: ${prose(finding.message)}</p>
${copyableCommand('Replay', finding.replay)}`
}

function names(title: string, results: readonly ResultName[], anchors: Anchors): Html | undefined {
  if (results.length === 0) return undefined
  return html`<details class="group"><summary>${title}</summary>
<ul class="ids">${results.map((name) => html`<li>${linkToResult(name, anchors)}</li>`)}</ul></details>`
}
