import type { ExchangeEvidence, Report } from '../../conformance/model/report.ts'

/** Where the page shows which exchange. */
export interface Evidence {
  readonly exchanges: ReadonlyMap<string, ExchangeEvidence>
  /** For each exchange, the first requirement it is a finding of: there it is shown, elsewhere it is linked to. */
  readonly shownUnder: ReadonlyMap<string, string>
}

/** The order in which findings stand on the page. */
const pageOrder = ['fail', 'warn', 'inconclusive', 'observed'] as const

export function evidenceIn({ exchanges, requirements }: Report): Evidence {
  const shownUnder = new Map<string, string>()
  const inOrder = pageOrder.flatMap((outcome) => requirements.filter(({ verdict }) => verdict === outcome))
  for (const { id, findings } of inOrder) {
    for (const { exchange, shrunk } of findings) {
      if (!shownUnder.has(exchange)) shownUnder.set(exchange, id)
      if (shrunk !== undefined && !shownUnder.has(shrunk)) shownUnder.set(shrunk, id)
    }
  }
  return { exchanges: new Map(exchanges.map((exchange) => [exchange.id, exchange])), shownUnder }
}
