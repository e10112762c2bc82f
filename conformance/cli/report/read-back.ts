import type { About } from '../../evidence/line.ts'
import { type Commands, evidenceOf, exchangesToShow, type Ruling, type RunContext } from '../../judge/index.ts'
import type { Exchange } from '../../model/exchange.ts'
import type { ExchangeEvidence } from '../../model/report.ts'
import { handBackNextTurn } from '../run/hand-back-memory.ts'

/** Where exchanges are kept until a report is made. */
export interface Keeping {
  /** Reads an exchange back from where it is kept. */
  readonly read: (id: string) => Exchange | undefined
  /** What the exchange was for. */
  readonly about: (id: string) => About
  /** The commands that send its request again. */
  readonly commands: (exchange: Exchange) => Commands
}

type Shown = Pick<RunContext, 'evidence' | 'commands'>

/**
 * What a report shows of the exchanges that findings point to. Each is read once; a large one is gone from memory before
 * the next is read.
 */
export async function readBack(
  rulings: readonly Ruling[],
  shrunk: ReadonlyMap<string, string>,
  { read, about, commands }: Keeping,
): Promise<Shown> {
  const toShow = new Set(exchangesToShow(rulings, shrunk))
  const found = rulings.flatMap(({ findings }) => findings.map(({ exchange }) => exchange))
  const shown = { evidence: new Map<string, ExchangeEvidence>(), commands: new Map<string, Commands>() }
  const note = (id: string): void => {
    const exchange = read(id)
    if (exchange === undefined) return
    shown.commands.set(id, commands(exchange))
    if (toShow.has(id)) shown.evidence.set(id, evidenceOf(exchange, inWords(about(id))))
  }
  for (const id of new Set([...toShow, ...found])) {
    note(id)
    await handBackNextTurn()
  }
  return shown
}

function inWords({ operation, purpose }: About): Pick<ExchangeEvidence, 'operation' | 'purpose'> {
  return { ...(operation === undefined ? {} : { operation }), ...(purpose === undefined ? {} : { purpose }) }
}
