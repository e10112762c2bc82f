import { patterns } from '../html/bar.ts'
import { headOf } from '../html/head.ts'
import { type Html, html, scriptElement } from '../markup.ts'
import { watchPolicy, watchScript, watchStyle } from './assets.ts'
import { runButton } from './links.ts'
import { watchParts } from './parts.ts'
import type { WatchView } from './view.ts'

/** Renders the page of `mgi watch`. Its script keeps it up to date. */
export function watchPage(view: WatchView): string {
  const parts = watchParts(view)
  return `${html`<!doctype html>
<html lang="en">
${headOf({ title: `mgi watch: ${view.target}`, policy: watchPolicy, style: watchStyle })}
<body class="watching">
<a class="skip" href="#main">Skip to the state</a>
${patterns}
<main id="main" tabindex="-1">
<div id="state">${parts.state}</div>
<noscript><p>This page needs scripts to stay up to date. Without them, reload it; press Enter in the terminal to run what failed.</p></noscript>
${controls(view)}
<div class="watch">
<div class="lists">
<section aria-labelledby="changes-title"><h2 id="changes-title">Before and after</h2><div id="changes">${parts.changes}</div></section>
<div id="causes-now">${parts['causes-now']}</div>
<section aria-labelledby="findings-title"><h2 id="findings-title">Findings</h2>
<p class="chosen"><label>Only those with <input type="search" id="words" size="24"></label> <span id="choice"></span> <button type="button" id="all" hidden>Show all</button></p>
<div id="findings">${parts.findings}</div></section>
<div id="operations">${parts.operations}</div>
<details id="exchanges"><summary>Exchanges and streams (<span id="exchange-count">${view.exchanges}</span>)</summary>
<p><label>Only those with <input type="search" id="exchange-words" size="24"></label> <label><input type="checkbox" id="only-streams"> only streams</label></p>
<div id="exchange-list"></div></details>
<section aria-labelledby="history-title"><h2 id="history-title">Runs</h2><div id="history">${parts.history}</div></section>
<p><a href="report" target="_blank" rel="noopener">The whole report of the last complete run</a></p>
</div>
<section id="detail" class="detail" aria-label="Details" tabindex="-1"><p class="quiet">Choose a finding or an exchange: its evidence appears here.</p></section>
</div>
</main>
<footer><p>${view.tool.name} ${view.tool.version}. This page talks only to mgi watch on this machine.</p></footer>
<p id="said" class="unseen" role="status"></p>
${scriptElement(watchScript)}
</body>
</html>
`}`
}

/** Renders the buttons that run everything, all failures, an area, a requirement or a case. */
function controls({ areas, ids, gateway }: WatchView): Html {
  return html`<form id="controls" aria-label="Run">
<p>${runButton('Run what failed', 'failed')} ${runButton('Run everything', 'everything')}${areas.map((area) => html` ${runButton(`Run ${area}`, 'area', area)}`)} ${runButton('Stop this run', 'stop')}${gateway === undefined ? undefined : html` ${runButton('Restart the gateway', 'restart')}`}</p>
<p><label>Requirement or case <input name="one" list="ids" size="40" autocomplete="off" spellcheck="false" placeholder="messages.stream-*"></label> <button>Run it</button> <output id="answer"></output></p>
<datalist id="ids">${ids.map((id) => html`<option value="${id}"></option>`)}</datalist>
</form>`
}
