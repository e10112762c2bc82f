import type { EvidenceBody, ExchangeEvidence, Report } from '../../conformance/model/report.ts'
import { kindsOf } from './alike.ts'
import { exchangeAnchorOf, findingAnchorOf } from './anchor.ts'

/** Where the page shows which exchange. */
export interface Evidence {
  readonly exchanges: ReadonlyMap<string, ExchangeEvidence>
  /** For each exchange, the anchor of the finding that shows it first, or `declarations`. Others link to it. */
  readonly shownUnder: ReadonlyMap<string, string>
  /** The exchanges whose headers and bodies are left out, since the page would become too heavy to open. */
  readonly leftOut: ReadonlySet<string>
}

/** The most characters of evidence on a page, so that it opens at once however much a run found. */
const mostCharacters = 3_000_000

/** The order in which findings stand on the page. */
const pageOrder = ['fail', 'warn', 'inconclusive', 'observed'] as const

export function evidenceIn({ exchanges, requirements, declarations = [] }: Report): Evidence {
  const shownUnder = new Map<string, string>()
  const show = (exchange: string | undefined, owner: string): void => {
    if (exchange !== undefined && !shownUnder.has(exchange)) shownUnder.set(exchange, owner)
  }
  for (const { found, exchange } of declarations) if (found === 'present') show(exchange, 'declarations')
  for (const { id, findings } of pageOrder.flatMap((word) => requirements.filter(({ verdict }) => verdict === word))) {
    for (const [index, { first, findings: alike }] of kindsOf(findings).entries()) {
      const anchor = findingAnchorOf(id, index + 1)
      show(first.exchange, anchor)
      for (const { shrunk } of alike) show(shrunk, anchor)
    }
  }
  const known = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  return { exchanges: known, shownUnder, leftOut: leftOut([...shownUnder.keys()], known) }
}

/** The address of an exchange on the page. */
export function placeOf(exchange: string): string {
  return `#${exchangeAnchorOf(exchange)}`
}

function leftOut(ids: readonly string[], exchanges: ReadonlyMap<string, ExchangeEvidence>): ReadonlySet<string> {
  const left = new Set<string>()
  let characters = 0
  for (const id of ids) {
    const exchange = exchanges.get(id)
    const own = exchange === undefined ? 0 : weightOf(exchange)
    if (characters + own > mostCharacters) left.add(id)
    else characters += own
  }
  return left
}

/** About how many characters it takes to show an exchange. */
function weightOf({ request, response }: ExchangeEvidence): number {
  const events = response?.events ?? []
  const lines = [...request.headers, ...(response?.headers ?? [])]
  return (
    lengthOf(request.body) +
    (response === null ? 0 : lengthOf(response.body)) +
    events.reduce((sum, { data }) => sum + data.length + 300, 0) +
    lines.reduce((sum, [name, value]) => sum + name.length + value.length, 500)
  )
}

function lengthOf({ text, base64 }: EvidenceBody): number {
  return (text ?? base64 ?? '').length
}
