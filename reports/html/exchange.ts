import type { Place } from '../../conformance/model/finding.ts'
import type { ExchangeEvidence, ReportedFinding } from '../../conformance/model/report.ts'
import { type Html, html, preformatted } from '../markup.ts'
import { exchangeAnchorOf } from './anchor.ts'
import { body, sizeOf } from './body.ts'
import { type Evidence, placeOf } from './evidence.ts'
import { headers } from './headers.ts'
import { pointersIn } from './places.ts'
import { statusLine } from './status-line.ts'
import { milliseconds } from './time.ts'
import { wholeStream } from './timeline.ts'

/** An exchange in one fold, with all that is known of it; one that another finding shows already is linked to. */
export function exchangeDetails(
  title: string,
  id: string,
  findings: readonly ReportedFinding[],
  owner: string,
  evidence: Evidence,
): Html {
  const exchange = evidence.exchanges.get(id)
  if (exchange === undefined)
    return html`<p class="exchange">${title} <code>${id}</code> is in the evidence file, not in this report.</p>`
  const shownUnder = evidence.shownUnder.get(id) ?? owner
  if (shownUnder !== owner)
    return html`<p class="exchange">${title} <a href="${placeOf(id)}"><code>${id}</code></a> is shown under <code>${shownUnder}</code>.</p>`
  if (evidence.leftOut.has(id))
    return html`<p class="exchange" id="${exchangeAnchorOf(id)}">${title} <code>${id}</code> is omitted to keep this page small; see <code>results.json</code>.</p>`
  const purpose = exchange.purpose === undefined ? '' : `: ${exchange.purpose}`
  return html`<details class="exchange">
<summary>${title} <code>${id}</code>${purpose}</summary>
<div class="whole" id="${exchangeAnchorOf(id)}">
${exchangeParts(exchange, findings)}
</div>
</details>`
}

/** When an exchange was, its request and its response; of a stream the timeline. */
export function exchangeParts(exchange: ExchangeEvidence, findings: readonly ReportedFinding[]): Html {
  return html`${timing(exchange)}
${request(exchange, placesOf(findings))}
${response(exchange, findings)}`
}

function placesOf(findings: readonly ReportedFinding[]): readonly Place[] {
  return findings.flatMap(({ at }) => (at === undefined ? [] : [at]))
}

function timing({ startedAt, durationMs, response }: ExchangeEvidence): Html {
  const first = response?.chunks[0]
  return html`<p class="line">Sent ${milliseconds(startedAt)} after the start of the run${first === undefined ? '' : `; first bytes after ${milliseconds(first.at)}`}; finished after ${milliseconds(durationMs)}.</p>`
}

function request({ request }: ExchangeEvidence, places: readonly Place[]): Html {
  return html`<div class="half"><p class="half-title">Request</p>
<p class="line"><code>${request.method} ${request.path}</code></p>
${headers('Request headers', request.headers, [])}
${body('Request body', request.body, pointersIn(places, 'request'))}
</div>`
}

function response(exchange: ExchangeEvidence, findings: readonly ReportedFinding[]): Html {
  const { response } = exchange
  const places = placesOf(findings)
  const isOffending = places.some((place) => place.in === 'status')
  const line = html`<div class="half"><p class="half-title">Response</p>
<p class="line">${statusLine(exchange, isOffending)}.</p>`
  if (response === null) return html`${line}</div>`
  const names = places.flatMap((place) => (place.in === 'header' ? [place.name] : []))
  return html`${line}
${headers('Response headers', response.headers, names)}
${
  response.events === undefined
    ? body('Response body', response.body, pointersIn(places, 'body'))
    : html`${wholeStream(exchange, findings)}
<details><summary>As received (${sizeOf(response.body)})</summary>
${preformatted(response.body.text ?? response.body.base64 ?? '')}</details>`
}
</div>`
}
