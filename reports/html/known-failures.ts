import type { KnownFailure, Report } from '../../conformance/model/report.ts'
import { isPassedInPart } from '../known.ts'
import { type Html, html } from '../markup.ts'
import { anchorOf } from './anchor.ts'
import { linkTo } from './link.ts'

const states = {
  excuses: { words: 'excuses', failsRun: false },
  passes: { words: 'stale: what it names passes now', failsRun: true },
  unmatched: { words: 'matches no requirement', failsRun: true },
  expired: { words: 'expired', failsRun: true },
  untested: { words: 'nothing it names was judged', failsRun: false },
} as const satisfies Record<KnownFailure['state'], { readonly words: string; readonly failsRun: boolean }>

const passedInPart = { words: 'what it names passed in a run that did not send everything', failsRun: false } as const

/** The list of known failures the run was given, and what became of each entry. */
export function knownFailures(report: Report): Html | undefined {
  const { knownFailures: list } = report
  if (list === undefined) return undefined
  return html`<section id="known-failures" aria-labelledby="known-failures-title">
<h2 id="known-failures-title">Known failures</h2>
${list.length === 0 ? html`<p>The list is empty.</p>` : html`<ul class="entries">${list.map((known) => entry(known, report))}</ul>`}
</section>`
}

function entry(known: KnownFailure, report: Report): Html {
  const { pattern, state, requirements } = known
  const { words, failsRun } = isPassedInPart(known, report) ? passedInPart : states[state]
  const ids = requirements.map((id) => html` <a href="#${anchorOf(id)}">${id}</a>`)
  return html`<li><code>${pattern}</code>: <strong>${words}</strong>${failsRun ? ', which fails the run' : undefined}${ids.length === 0 ? '' : ':'}${ids}<br>${excuse(known)}</li>
`
}

/** Why a failure is known, and who answers for it until when. */
export function excuse({ reason, owner, expires, link }: KnownFailure): Html {
  return html`${reason}${owner === undefined ? undefined : html`; owner ${owner}`}${expires === undefined ? undefined : html`; until <time datetime="${expires}">${expires}</time>`}${link === undefined ? undefined : html`; ${linkTo(link)}`}`
}
