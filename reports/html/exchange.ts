import type { ReceivedEvidence } from '../../conformance/core/model/exchange-evidence.ts'
import type { Place } from '../../conformance/core/model/finding.ts'
import type { EvidenceBody, ExchangeEvidence, ReportedFinding } from '../../conformance/core/model/report.ts'
import { counted } from '../../conformance/core/text/counted.ts'
import { type Html, html, preformatted } from '../markup.ts'
import { exchangeAnchorOf } from './anchor.ts'
import { type Evidence, exchangeHref } from './evidence.ts'
import { headers, pointersIn, statusLine } from './exchange-parts.ts'
import { type BodyLine, bodyLines, markedJson, shownLines } from './marked-json.ts'
import { milliseconds } from './time.ts'
import { streamExcerpt, wholeStream } from './timeline.ts'

/** Renders a complete exchange in a fold, or a link if another finding shows it already. */
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
    return html`<p class="exchange">${title} <a href="${exchangeHref(id)}"><code>${id}</code></a> is shown under <code>${shownUnder}</code>.</p>`
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

/** Renders the time, request and response of an exchange; for a stream, the timeline. */
export function exchangeParts(exchange: ExchangeEvidence, findings: readonly ReportedFinding[]): Html {
  return html`${timing(exchange)}
${request(exchange, placesOf(findings))}
${response(exchange, findings)}${(exchange.received ?? []).map(otherSide)}`
}

/** Renders a request that the upstream received for an exchange, and its answer. */
function otherSide(received: ReceivedEvidence): Html {
  return html`
<p class="part-title">At the upstream, as ${received.format}</p>
${request(received, [])}
${response(received, [])}`
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

/** Renders a body: JSON is indented and its offending places are marked, other text is unchanged, bytes are base64. */
function body(title: string, evidence: EvidenceBody, pointers: readonly string[]): Html {
  const { text, base64, bytes } = evidence
  if (bytes === 0) return html`<p class="part-title">${title}: empty</p>`
  const content = text === undefined ? html`${base64 ?? ''}` : (markedJson(text, pointers) ?? html`${text}`)
  return html`<p class="part-title">${title} (${text === undefined ? 'base64, ' : ''}${sizeOf(evidence)})${named(pointers)}</p>
${preformatted(content, evidence.truncated ? '…' : '')}`
}

/** Returns the size of a body, and how much of it is shown. */
function sizeOf({ text, base64, bytes, truncated }: EvidenceBody): string {
  const shown = text === undefined ? Math.floor(((base64 ?? '').length * 3) / 4) : Buffer.byteLength(text)
  return truncated ? `the first ${shown} of ${bytes} bytes; the evidence file has the rest` : counted(bytes, 'byte')
}

/** Names the offending places in words, for readers who do not see the marks. */
function named(pointers: readonly string[]): Html | undefined {
  if (pointers.length === 0) return undefined
  return html`, violation at: <code>${[...new Set(pointers)].map((pointer) => pointer || '(the whole)').join(', ')}</code>`
}

/** Renders the part of an exchange that a finding is about, outside of any fold. */
export function excerpt(finding: ReportedFinding, exchange: ExchangeEvidence): Html {
  const { at } = finding
  const { request, response } = exchange
  if (at?.in === 'request')
    return html`${requestLine(exchange)}${around('The request body', request.body, pointersIn([at], 'request'))}`
  const line = html`${requestLine(exchange)}<p class="line">${statusLine(exchange, at?.in === 'status')}</p>`
  if (response === null) return line
  const named = at?.in === 'header' ? headers('Response headers', response.headers, [at.name]) : undefined
  if (response.events !== undefined) return html`${line}${named}${streamExcerpt(exchange, finding)}`
  if (named !== undefined) return html`${line}${named}`
  return html`${line}${around('The response body', response.body, at === undefined ? [] : pointersIn([at], 'body'))}`
}

function requestLine({ request, purpose }: ExchangeEvidence): Html {
  return html`<p class="line"><code>${request.method} ${request.path}</code>${purpose === undefined ? undefined : html` <span class="quiet">${purpose}</span>`}</p>`
}

/** The number of lines before and after a marked line, and of lines shown of a body without marks. */
const context = 4
const firstLines = 12
/** The maximum number of characters of a text without line breaks. */
const firstCharacters = 600

function around(title: string, body: EvidenceBody, pointers: readonly string[]): Html | undefined {
  if (body.bytes === 0) return html`<p class="part-title">${title} is empty</p>`
  const { text } = body
  if (text === undefined) return undefined
  const lines = bodyLines(text, pointers)
  if (lines === undefined) return html`<p class="part-title">${title}</p>${preformatted(clipped(text))}`
  const { from, to } = window(lines)
  const isWhole = from === 0 && to === lines.length
  return html`<p class="part-title">${title}${isWhole ? '' : `, lines ${from + 1} to ${to} of ${lines.length}`}</p>
${preformatted(shownLines(lines.slice(from, to)))}`
}

function window(lines: readonly BodyLine[]): { readonly from: number; readonly to: number } {
  const first = lines.findIndex(({ isMarked }) => isMarked)
  if (first < 0) return { from: 0, to: Math.min(lines.length, firstLines) }
  const end = lines.findIndex(({ isMarked }, index) => index > first && !isMarked)
  const last = end < 0 ? lines.length : end
  return {
    from: Math.max(0, first - context),
    to: Math.min(lines.length, Math.min(last, first + firstLines) + context),
  }
}

function clipped(text: string): string {
  return text.length <= firstCharacters ? text : `${text.slice(0, firstCharacters)}…`
}
