import type { Place } from '../../conformance/model/finding.ts'
import type { ExchangeEvidence } from '../../conformance/model/report.ts'
import { type Html, html } from '../markup.ts'
import { findingsAnchorOf } from './anchor.ts'
import { body } from './body.ts'
import { events } from './events.ts'
import type { Evidence } from './evidence.ts'
import { headers } from './headers.ts'
import { pointersIn } from './places.ts'

/** The evidence of a finding in one fold; an exchange that another requirement shows already is linked to. */
export function exchangeDetails(
  title: string,
  id: string,
  places: readonly Place[],
  owner: string,
  evidence: Evidence,
): Html {
  const exchange = evidence.exchanges.get(id)
  if (exchange === undefined)
    return html`<p class="exchange">${title} <code>${id}</code> is in the evidence file, not in this report.</p>`
  const shownUnder = evidence.shownUnder.get(id) ?? owner
  const purpose = exchange.purpose === undefined ? '' : `: ${exchange.purpose}`
  if (shownUnder !== owner) {
    return html`<p class="exchange">${title} <code>${id}</code>${purpose}: shown under <a href="#${findingsAnchorOf(shownUnder)}">${shownUnder}</a>.</p>`
  }
  return html`<details class="exchange">
<summary>${title} <code>${id}</code>${purpose}</summary>
${request(exchange, places)}
${response(exchange, places)}
</details>`
}

function request({ request }: ExchangeEvidence, places: readonly Place[]): Html {
  return html`<section class="message-part"><h5>Request</h5>
<p class="line"><code>${request.method} ${request.path}</code></p>
${headers('Request headers', request.headers, [])}
${body('Request body', request.body, pointersIn(places, 'request'))}
</section>`
}

function response({ response, ended, trouble, durationMs }: ExchangeEvidence, places: readonly Place[]): Html {
  const ending = `${endings[ended]} after ${Math.round(durationMs)} ms${trouble === undefined ? '' : ` (${trouble})`}`
  if (response === null) return html`<section class="message-part"><h5>Response</h5><p>None: ${ending}.</p></section>`
  const isOffending = places.some((place) => place.in === 'status')
  const names = places.flatMap((place) => (place.in === 'header' ? [place.name] : []))
  return html`<section class="message-part"><h5>Response</h5>
<p class="line">${isOffending ? html`<mark>Status ${response.status}</mark>` : html`Status ${response.status}`}; ${ending}.</p>
${headers('Response headers', response.headers, names)}
${response.events === undefined ? body('Response body', response.body, pointersIn(places, 'body')) : events(response.events, response, places)}
</section>`
}

const endings = {
  complete: 'ended by itself',
  reset: 'connection broken',
  timeout: 'given up waiting',
  cancelled: 'cancelled by the suite',
  'too-large': 'cut off, too large',
} as const satisfies Record<ExchangeEvidence['ended'], string>
