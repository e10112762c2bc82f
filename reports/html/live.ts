import { html, scriptElement, styleElement } from '../markup.ts'
import { liveScript, liveStyle } from './assets.ts'

/** The state of `mgi watch`, for the strip above the report. */
export interface LiveState {
  readonly kind: 'running' | 'waiting' | 'starting' | 'restarting' | 'down' | 'crashed' | 'ended'
  /** The state in words. */
  readonly title: string
  /** Details: the round, its progress or outcome, and any problem with the gateway. */
  readonly words: string
  /** The number of reports so far. It changes when there is a new report. */
  readonly reports: number
}

export interface LivePage {
  readonly target: string
  /** The address of the page. */
  readonly address: string
  readonly state: LiveState
}

/**
 * Renders the page of `mgi watch`: a strip with the state, and the report in a frame, as it is written to disk. Without
 * scripts it shows the state at the time of the request.
 */
export function renderLivePage({ target, address, state }: LivePage): string {
  return `${html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${state.title} · ${target}</title>
${styleElement(liveStyle)}
</head>
<body>
<header id="strip" data-kind="${state.kind}" data-reports="${state.reports}" data-target="${target}">
<h1 id="state" aria-live="polite">${state.title}</h1> <span id="words">${state.words}</span> <code>${address}</code>
</header>
<main><iframe id="report" src="report" title="The report of the last complete run"></iframe></main>
${scriptElement(liveScript)}
</body>
</html>
`}`
}

/** Renders the content of the frame before the first report. */
export function renderNoReport(target: string): string {
  return `${html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>No report yet</title></head>
<body><main><p>No run of ${target} is complete yet. The report appears here when the first one is.</p></main></body>
</html>
`}`
}
