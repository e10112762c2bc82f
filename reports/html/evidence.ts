import type { EvidenceBody, ExchangeEvidence, Report } from '../../conformance/model/report.ts'
import { exchangeAnchorOf } from './anchor.ts'

/** Where the page shows which exchange. */
export interface Evidence {
  readonly exchanges: ReadonlyMap<string, ExchangeEvidence>
  /** For each exchange, who shows it first: a requirement, or `declarations`. Others link to it. */
  readonly shownUnder: ReadonlyMap<string, string>
  /** The exchanges whose headers and bodies are left out, since the page would become too heavy to open. */
  readonly leftOut: ReadonlySet<string>
}

/** The most characters of evidence on a page, so that it opens at once however much a run found. */
const mostCharacters = 5_000_000

/** The order in which findings stand on the page. */
const pageOrder = ['fail', 'warn', 'inconclusive', 'observed'] as const

export function evidenceIn({ exchanges, requirements, declarations = [] }: Report): Evidence {
  const shownUnder = new Map<string, string>()
  const show = (exchange: string | undefined, owner: string): void => {
    if (exchange !== undefined && !shownUnder.has(exchange)) shownUnder.set(exchange, owner)
  }
  for (const { found, exchange } of declarations) if (found === 'present') show(exchange, 'declarations')
  for (const { id, findings } of pageOrder.flatMap((word) => requirements.filter(({ verdict }) => verdict === word))) {
    for (const { exchange, shrunk } of findings) {
      show(exchange, id)
      show(shrunk, id)
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
