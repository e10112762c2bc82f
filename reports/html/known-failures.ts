import type { KnownFailure, Report } from '../../conformance/core/model/report.ts'
import { unmatchedText } from '../../conformance/core/text/unmatched-entry.ts'
import { isPassedInPart, partialPassText, scopeOf, whyUntested } from '../known.ts'
import { type Html, html } from '../markup.ts'
import { type Anchors, linkToResult } from './result-link.ts'

const states = {
  excuses: { words: 'excuses', failsRun: false },
  passes: { words: 'stale: the result passes now', failsRun: true },
  unmatched: { words: 'matches no requirement', failsRun: true },
  expired: { words: 'expired', failsRun: true },
  untested: { words: 'no matching result was tested', failsRun: false },
} as const satisfies Record<KnownFailure['state'], { readonly words: string; readonly failsRun: boolean }>

/** Renders the list of known failures with the state of each entry. */
export function knownFailures(report: Report, anchors: Anchors): Html | undefined {
  const { knownFailures: list } = report
  if (list === undefined) return undefined
  return html`<section id="known-failures" aria-labelledby="known-failures-title">
<h2 id="known-failures-title">Known failures</h2>
${list.length === 0 ? html`<p>The list is empty.</p>` : html`<ul class="entries">${list.map((known) => entry(known, report, anchors))}</ul>`}
</section>`
}

function entry(known: KnownFailure, report: Report, anchors: Anchors): Html {
  const { state, results } = known
  const fate = isPassedInPart(known, report)
    ? { words: `the result ${partialPassText(known)}`, failsRun: false }
    : { ...states[state], words: whyUntested(known, report) ?? stateInWords(known, report) }
  const names = results.map((name) => html`<li>${linkToResult(name, anchors)}</li>`)
  return html`<li><code>${scopeOf(known)}</code>: <strong>${fate.words}</strong>${fate.failsRun ? ', which fails the run' : undefined}<br>${excuse(known)}
${names.length === 0 ? undefined : html`<ul class="ids">${names}</ul>`}</li>
`
}

function stateInWords(known: KnownFailure, { requirements }: Report): string {
  const { state, results } = known
  if (state === 'unmatched') return unmatchedText(known, requirements)
  return state === 'expired' && results.length === 0 ? 'expired, and nothing that it lists failed' : states[state].words
}

/** Renders the reason, owner and expiry of a known failure. */
export function excuse({ reason, owner, expires, link, intermittent }: KnownFailure): Html {
  return html`${reason}${intermittent ? '; intermittent' : undefined}${owner === undefined ? undefined : html`; owner ${owner}`}${expires === undefined ? undefined : html`; until <time datetime="${expires}">${expires}</time>`}${link === undefined ? undefined : html`; ${linkTo(link)}`}`
}

/** Renders http(s) addresses as links and anything else as text. */
function linkTo(address: string): Html {
  return /^https?:\/\//i.test(address) ? html`<a href="${address}" rel="noreferrer">${address}</a>` : html`${address}`
}
