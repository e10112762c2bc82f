import { createHash } from 'node:crypto'
import { outcomes } from '../conformance/core/model/vocabulary.ts'
import { style } from './html/assets.ts'
import { headOf } from './html/head.ts'
import { whenOf } from './identity.ts'
import { type Html, html } from './markup.ts'
import { headlines, marks } from './outcome.ts'
import type { Side } from './side.ts'

/** A page in the style of the report. */
export interface Paper {
  readonly title: string
  readonly css: string
  readonly body: Html
  readonly tool: string
}

/** Renders a page as one file that opens from disk. It fetches nothing and runs no script. */
export function paper({ title, css, body, tool }: Paper): string {
  const sheet = style + css
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(sheet).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return `${html`<!doctype html>
<html lang="en">
${headOf({ title, policy, style: sheet, generator: tool })}
<body>
<a class="skip" href="#main">Skip to the results</a>
<main id="main" tabindex="-1">
${body}
</main>
<footer><p>${tool}. This page makes no network requests.</p></footer>
</body>
</html>
`}`
}

/** Columns are as wide as their words. A narrow page scrolls sideways. */
export const sidesCss =
  '.sides td,.sides th[scope=row]{min-width:7rem;overflow-wrap:anywhere}.sides thead th{white-space:nowrap}.sides .wide{min-width:14rem}'

/** Renders a table of the compared results: target, time, version and verdict. */
export function sidesTable(sides: readonly Side[], labels: readonly string[]): Html {
  const isNamed = sides.every(({ name }, index) => labels[index] === name)
  return html`<div class="scroll" role="region" aria-label="What is compared" tabindex="0"><table class="sides">
<caption>What is compared</caption>
<thead><tr>${isNamed ? html`<th scope="col">Results</th>` : html`<td></td><th scope="col">Results</th>`}<th scope="col">Target</th><th scope="col">Verdict</th><th scope="col">When</th><th scope="col">Outcomes</th><th scope="col">Judged by</th></tr></thead>
<tbody>
${sides.map((side, index) => row(side, isNamed ? undefined : labels[index]!))}</tbody>
</table></div>`
}

function row(
  { name, target, verdict, reason, startedAt, counts, tool, profile, strict, catalogue, limits }: Side,
  label: string | undefined,
): Html {
  const { glyph, word } = headlines[verdict]
  const limited = limits.length === 0 ? '' : ' (limited run)'
  const told = outcomes.filter((outcome) => counts[outcome] > 0)
  return html`<tr>
${
  label === undefined
    ? html`<th scope="row"><code>${name}</code></th>`
    : html`<th scope="row">${label}</th>
<td><code>${name}</code></td>`
}
<td class="wide">${target}</td>
<td class="wide"><strong>${glyph} ${word}${limited}</strong><br>${reason}</td>
<td>${whenOf({ startedAt })}</td>
<td>${told.map((outcome, index) => `${index === 0 ? '' : ', '}${counts[outcome]} ${marks[outcome].word}`)}</td>
<td class="wide">${tool}, profile ${profile}${strict ? ', strict' : ''}<br><code>${catalogue.slice(0, 19)}…</code></td>
</tr>
`
}

/** Lists the reasons why sides are hard to compare. */
export function cautionList(cautions: readonly string[]): Html {
  if (cautions.length === 0) return html``
  return html`<section aria-labelledby="cautions"><h2 id="cautions">Before you compare</h2>
<ul>${cautions.map((caution) => html`<li>${caution}</li>`)}</ul></section>`
}
