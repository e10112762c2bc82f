import type { EvidenceBody, ExchangeEvidence, Report } from '../../conformance/core/model/report.ts'
import { type Html, html } from '../markup.ts'
import { isNothingTested } from '../select.ts'
import { exchangeAnchorOf } from './anchor.ts'
import { cardParts } from './card-parts.ts'
import { onPage, pageOrder } from './page-order.ts'

/** The places of exchanges on the page. */
export interface Evidence {
  readonly exchanges: ReadonlyMap<string, ExchangeEvidence>
  /** The anchor of the finding that shows an exchange first, or `declarations`. Other places link to it. */
  readonly shownUnder: ReadonlyMap<string, string>
  /** The exchanges whose headers and bodies are omitted to limit the size of the page. */
  readonly leftOut: ReadonlySet<string>
}

/**
 * The maximum number of characters of evidence on a page: of findings alone, and together with the examples of passed
 * requirements.
 */
const mostCharacters = { findings: 350_000, all: 500_000 }

export function evidenceIn(report: Report): Evidence {
  const { exchanges, requirements, declarations = [] } = report
  const shownUnder = new Map<string, string>()
  const show = (exchange: string | undefined, owner: string): void => {
    if (exchange !== undefined && !shownUnder.has(exchange)) shownUnder.set(exchange, owner)
  }
  for (const { found, exchange } of declarations) if (found === 'present') show(exchange, 'declarations')
  const inOrder = pageOrder.flatMap((outcome) => onPage({ requirements }, outcome))
  for (const { kind, anchor, isSample } of inOrder.flatMap(cardParts).flatMap(({ kinds }) => kinds)) {
    if (!isSample) continue
    show(kind.first.exchange, anchor)
    for (const { shrunk, closest } of kind.findings) {
      show(closest, anchor)
      show(shrunk, anchor)
    }
  }
  const isHere = new Set(exchanges.map(({ id }) => id))
  for (const id of examplesIn(requirements)) if (isHere.has(id)) show(id, passedAnchor)
  if (isNothingTested(report)) for (const { id } of exchanges) show(id, triedAnchor)
  const known = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  return { exchanges: known, shownUnder, leftOut: leftOut(shownUnder, known) }
}

export const passedAnchor = 'passed'
/** The anchor of the section with the exchanges of a run in which nothing was tested. */
export const triedAnchor = 'tried'

function examplesIn(requirements: Report['requirements']): readonly string[] {
  return requirements.flatMap(({ operations }) =>
    operations.flatMap(({ example }) => (example === undefined ? [] : [example])),
  )
}

/** Returns the name of an exchange, as a link if the page shows the exchange. */
export function exchangeLink(id: string, { shownUnder }: Evidence): Html {
  return shownUnder.has(id) ? html`<a href="${exchangeHref(id)}"><code>${id}</code></a>` : html`<code>${id}</code>`
}

export function exchangeHref(exchange: string): string {
  return `#${exchangeAnchorOf(exchange)}`
}

function leftOut(
  shownUnder: ReadonlyMap<string, string>,
  exchanges: ReadonlyMap<string, ExchangeEvidence>,
): ReadonlySet<string> {
  const left = new Set<string>()
  let characters = 0
  for (const [id, anchor] of shownUnder) {
    const exchange = exchanges.get(id)
    const own = exchange === undefined ? 0 : weightOf(exchange)
    if (characters + own > mostCharacters[anchor === passedAnchor ? 'all' : 'findings']) left.add(id)
    else characters += own
  }
  return left
}

/** Estimates the number of characters that an exchange takes on the page. */
function weightOf({ request, response }: ExchangeEvidence): number {
  const events = response?.events ?? []
  const lines = [...request.headers, ...(response?.headers ?? [])]
  return (
    // The curl command repeats the body.
    2 * lengthOf(request.body) +
    (response === null ? 0 : lengthOf(response.body)) +
    events.reduce((sum, { data }) => sum + data.length + 300, 0) +
    lines.reduce((sum, [name, value]) => sum + name.length + value.length, 500)
  )
}

function lengthOf({ text, base64 }: EvidenceBody): number {
  return (text ?? base64 ?? '').length
}
