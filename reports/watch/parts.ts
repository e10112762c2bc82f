import type { Report } from '../../conformance/model/report.ts'
import { anchorOf, resultAnchorOf } from '../html/anchor.ts'
import { causes } from '../html/causes.ts'
import { compliance } from '../html/compliance.ts'
import { mark } from '../html/mark.ts'
import { pageOrder } from '../html/page-order.ts'
import { counted, sentenceOf } from '../identity.ts'
import { type Html, html, preformatted, prose } from '../markup.ts'
import { headlines } from '../outcome.ts'
import { allResults, nameOf, type Result } from '../result.ts'
import { type Turn, turnsFrom } from './failing.ts'
import { resultLink, runButton } from './links.ts'
import type { Activity, WatchedGateway, WatchedRun, WatchView } from './view.ts'

/** The parts of the page that change, by the ids of their elements. */
export type PartName = 'state' | 'changes' | 'causes-now' | 'operations' | 'findings' | 'history'

/** Renders every part. */
export function watchParts(view: WatchView): Readonly<Record<PartName, Html>> {
  const { now } = view
  return {
    state: state(view),
    changes: changes(view),
    'causes-now': now === undefined ? html`` : causesNow(now.report),
    operations: now === undefined ? html`` : compliance(now.report),
    findings: findings(view),
    history: history(view),
  }
}

/** Links in causes lead to the details of results. */
function causesNow(report: NonNullable<WatchView['now']>['report']): Html {
  const places = allResults(report).map(({ id, operation }) => resultAnchorOf(id, operation))
  return causes(report, new Set(places)) ?? html`<h2>Causes</h2><p class="quiet">None.</p>`
}

/** The most rows of a kind. */
const rowsShown = 40

/** Renders the new and the fixed failures. */
function changes({ before, now }: WatchView): Html {
  if (before === undefined || now === undefined)
    return html`<p class="quiet">After the second run this shows what is mended and what is new.</p>`
  const { fresh, mended, stillFailing } = turnsFrom(before, now)
  const rest = `${counted(fresh.length, 'new failure')}, ${mended.length} mended, ${stillFailing} still failing`
  return html`<p>${rest} since ${before.name}.</p>
${table('New failures', fresh, before.name, now.name)}
${table('Mended', mended, before.name, now.name)}`
}

function table(title: string, turns: readonly Turn[], before: string, now: string): Html | undefined {
  if (turns.length === 0) return undefined
  const left = turns.length - rowsShown
  return html`<table class="turns"><caption>${title} (${turns.length})</caption>
<thead><tr><th scope="col">Requirement</th><th scope="col">Before: ${before}</th><th scope="col">After: ${now}</th></tr></thead>
<tbody>${turns.slice(0, rowsShown).map(row)}</tbody></table>
${left > 0 ? html`<p class="quiet">${left} more are in the list of findings.</p>` : undefined}`
}

function row({ before, now }: Turn): Html {
  return html`<tr><th scope="row">${resultLink(now)} ${runButton('Run', 'requirement', now.id, nameOf(now))}<br><span class="quiet">${prose(now.statement)}</span></th>
<td>${side(before)}</td><td>${side(now)}</td></tr>
`
}

function side(result: Result | undefined): Html {
  if (result === undefined) return html`<span class="quiet">not looked at</span>`
  const { verdict, findings, reason } = result
  const words = verdict === 'pass' ? '' : (findings[0]?.message ?? reason)
  return html`${mark(verdict)}${words === '' ? undefined : html` ${prose(words)}`}`
}

/** The outcomes that are listed, the worst first. */
const shown = pageOrder.filter((outcome) => outcome !== 'pass' && outcome !== 'skipped' && outcome !== 'observed')

/** Renders every result that did not pass, one a line. The script filters them and opens their details. */
function findings({ now }: WatchView): Html {
  const results = now === undefined ? [] : shown.flatMap((outcome) => withOutcome(now.report, outcome))
  if (results.length === 0) return html`<p class="quiet">None.</p>`
  const causes = causesOf(now!.report)
  return html`<ul class="found">${results.map((one) => item(one, causes.get(nameOf(one)) ?? []))}</ul>`
}

function withOutcome(report: Report, outcome: Result['verdict']): readonly Result[] {
  return allResults(report).filter(({ verdict }) => verdict === outcome)
}

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

/** The most runs and messages; the last ones are shown. */
const runsShown = 50
const notesShown = 200

/** Renders the runs, the messages on the terminal and the output of the gateway. */
function history({ runs, notes, gateway }: WatchView): Html {
  const numbered = runs.map((run, index) => line(run, index + 1))
  return html`${runs.length === 0 ? html`<p class="quiet">No run yet.</p>` : html`<ol class="entries runs">${numbered.slice(-runsShown).toReversed()}</ol>`}
${gateway && printed(gateway)}
${notes.length === 0 ? undefined : html`<details><summary>Messages (${notes.length})</summary><ul class="entries">${notes.slice(-notesShown).map((note) => html`<li>${note}</li>`)}</ul></details>`}`
}

function line({ what, why, startedAt, outcome = 'running' }: WatchedRun, number: number): Html {
  return html`<li value="${number}">${what} <span class="quiet">(${why}, <time datetime="${startedAt}">${startedAt.slice(11, 19)} UTC</time>)</span>: ${outcome}</li>
`
}

function printed({ command, state, output }: WatchedGateway): Html {
  return html`<details><summary>The gateway <code>${command}</code>: ${state}</summary>
${output.length === 0 ? html`<p class="quiet">It printed nothing.</p>` : preformatted(output.join('\n'))}</details>`
}

/** Renders the verdict so far and the current activity. */
function state(view: WatchView): Html {
  const { activity, target, now } = view
  const look = lookOf(view)
  return html`<div class="verdict ${look.kind}">
<p class="badge" aria-hidden="true">${look.glyph}</p>
<div>
<h1>${look.word}: <span class="target">${target}</span></h1>
<p class="reason">${doing(view)}</p>
${bar(activity)}
${now === undefined ? html`<p class="figures">Nothing was judged yet.</p>` : figures(view)}
</div>
</div>`
}

function lookOf({ activity, now }: WatchView): {
  readonly kind: string
  readonly glyph: string
  readonly word: string
} {
  if (activity.kind === 'running') return { kind: 'running', glyph: '▶', word: 'Running' }
  if (activity.kind === 'ended') return { kind: 'inconclusive', glyph: '■', word: 'Ended' }
  if (now === undefined) return { kind: 'inconclusive', glyph: '?', word: 'Waiting' }
  const { verdict } = now.report.summary
  return { kind: `${verdict}${now.report.limits.length > 0 ? ' limited' : ''}`, ...headlines[verdict] }
}

function doing({ activity, runs, now }: WatchView): Html {
  const run = runs.at(-1)
  if (activity.kind !== 'running' || run === undefined)
    return html`${sentence(now?.report.summary.reason)} ${sentence(activity.words)}`
  return html`Run ${runs.length}: ${run.what} (${run.why}), <strong>${activity.words}</strong>.`
}

function sentence(text: string | undefined): string {
  return text === undefined || text === '' ? '' : sentenceOf(text)
}

function bar({ kind, done, planned }: Activity): Html | undefined {
  if (kind !== 'running' || done === undefined || planned === undefined) return undefined
  const more = done > planned ? `, ${done - planned} more than planned` : ` of ${planned}`
  return html`<p class="progress"><progress max="${planned}" value="${Math.min(done, planned)}" aria-label="Requests sent"></progress> ${counted(done, 'request')}${more}</p>`
}

function figures({ now, activity }: WatchView): Html | undefined {
  if (now === undefined) return undefined
  const { requirements, summary } = now.report
  const { pass, fail, warn, inconclusive, skipped } = summary.counts
  const others = `${warn === 0 ? '' : `, ${warn} warned`}${inconclusive === 0 ? '' : `, ${inconclusive} inconclusive`}`
  return html`<p class="figures"><strong>${pass} of ${requirements.length} requirements passed, ${fail} failed${others}, ${skipped} not tested${activity.kind === 'running' ? ' so far' : ''}.</strong>${limited(now.report)}</p>`
}

function limited({ limits }: Report): string {
  return limits.length === 0 ? '' : ` Limited: ${limits.join('; ')}.`
}
