import { type Html, html } from '../markup.ts'
import { runButton } from './run-button.ts'
import type { WatchView } from './view.ts'

/** What can be run: everything, what failed, one area, one requirement, one case. */
export function controls({ areas, ids, gateway }: WatchView): Html {
  return html`<form id="controls" aria-label="Run">
<p>${runButton('Run what failed', 'failed')} ${runButton('Run everything', 'everything')}${areas.map((area) => html` ${runButton(`Run ${area}`, 'area', area)}`)} ${runButton('Stop this run', 'stop')}${gateway === undefined ? undefined : html` ${runButton('Restart the gateway', 'restart')}`}</p>
<p><label>Requirement or case <input name="one" list="ids" size="40" autocomplete="off" spellcheck="false" placeholder="messages.stream-*"></label> <button>Run it</button> <output id="answer"></output></p>
<datalist id="ids">${ids.map((id) => html`<option value="${id}"></option>`)}</datalist>
</form>`
}
