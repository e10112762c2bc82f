import { mark } from '../html/mark.ts'
import { counted } from '../identity.ts'
import { type Html, html, prose } from '../markup.ts'
import { nameOf, type Result } from '../result.ts'
import { type Turn, turnsFrom } from './failing.ts'
import { resultLink } from './result-link.ts'
import { runButton } from './run-button.ts'
import type { WatchView } from './view.ts'

/** So many rows of a kind are shown. */
const rowsShown = 40

/** Before and after beside each other: what is new, what is mended. */
export function changes({ before, now }: WatchView): Html {
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
