import type { Report } from '../../conformance/model/report.ts'
import { counted, sentenceOf } from '../identity.ts'
import { type Html, html } from '../markup.ts'
import { headlines } from '../outcome.ts'
import type { Activity, WatchView } from './view.ts'

/** The first thing on the page: how the gateway stands, and what goes on. */
export function state(view: WatchView): Html {
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
