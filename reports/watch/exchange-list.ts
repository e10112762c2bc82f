import { milliseconds } from '../html/time.ts'
import { counted } from '../identity.ts'
import { type Html, html } from '../markup.ts'
import { exchangePlace } from './links.ts'
import type { ExchangeLine } from './view.ts'

/** Exchanges, one a row. */
export function exchangeList(lines: readonly ExchangeLine[], total: number): string {
  return `${html`<p class="quiet">${lines.length < total ? `${lines.length} of ${counted(total, 'exchange')}` : counted(total, 'exchange')}</p>
<table class="exchanges"><thead><tr><th scope="col">Exchange</th><th scope="col">Operation</th><th scope="col">Answer</th><th scope="col">Took</th></tr></thead>
<tbody>${lines.map(row)}</tbody></table>`}`
}

function row({ id, operation, purpose, answer, durationMs, isStream }: ExchangeLine): Html {
  return html`<tr><th scope="row">${exchangePlace(id)}${purpose === undefined ? undefined : html`<br><span class="quiet">${purpose}</span>`}</th><td>${operation ?? ''}</td><td>${answer}${isStream ? ', stream' : ''}</td><td>${milliseconds(durationMs)}</td></tr>
`
}
