import type { EvidenceBody, ExchangeEvidence, ReportedFinding } from '../../conformance/model/report.ts'
import { type Html, html, preformatted } from '../markup.ts'
import { headers, pointersIn, statusLine } from './exchange-parts.ts'
import { type BodyLine, bodyLines, shownLines } from './marked-json.ts'
import { streamExcerpt } from './timeline.ts'

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

/** Lines shown before and after a marked one, and of a body without marks. */
const context = 4
const firstLines = 12
/** The most characters of a text without lines. */
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
