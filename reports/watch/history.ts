import { type Html, html, preformatted } from '../markup.ts'
import type { WatchedGateway, WatchedRun, WatchView } from './view.ts'

/** So many runs and messages are shown, the last ones. */
const runsShown = 50
const notesShown = 200

/** What happened: every run, what was said on the terminal, and what the gateway printed. */
export function history({ runs, notes, gateway }: WatchView): Html {
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
