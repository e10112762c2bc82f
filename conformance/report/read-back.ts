import { type Commands, evidenceOf, examplesOf, exchangesToShow, type Ruling } from '../judge/index.ts'
import type { Exchange } from '../model/exchange.ts'
import type { ExchangeEvidence } from '../model/report.ts'
import type { About } from '../record/evidence/line.ts'

/** Where exchanges are kept until a report is made. */
export interface Keeping {
  /** Reads an exchange back from where it is kept. */
  readonly read: (id: string) => Exchange | undefined
  /** What the exchange was for. */
  readonly about: (id: string) => About
  /** The commands that send its request again. */
  readonly commands: (exchange: Exchange) => Commands
}

/** The most characters of the examples of what passed: a report opens at once, and the evidence file has the rest. */
const examplesShown = 1_000_000

interface Shown {
  readonly evidence: ReadonlyMap<string, ExchangeEvidence>
  readonly commands: ReadonlyMap<string, Commands>
}

/**
 * What a report shows of the exchanges that findings point to, and of those on which requirements passed. Each is read once; a large one is gone from memory before
 * the next is read.
 */
export function readBack(
  rulings: readonly Ruling[],
  shrunk: ReadonlyMap<string, string>,
  { read, about, commands }: Keeping,
): Shown {
  const toShow = new Set(exchangesToShow(rulings, shrunk))
  const found = rulings.flatMap(({ findings }) => findings.map(({ exchange }) => exchange))
  const offending = offendingEvents(rulings)
  const shown = { evidence: new Map<string, ExchangeEvidence>(), commands: new Map<string, Commands>() }
  const note = (id: string): void => {
    const exchange = read(id)
    if (exchange === undefined) return
    shown.commands.set(id, commands(exchange))
    if (toShow.has(id)) shown.evidence.set(id, evidenceOf(exchange, inWords(about(id)), offending.get(id)))
  }
  for (const id of new Set([...toShow, ...found])) note(id)
  let left = examplesShown
  for (const id of examplesOf(rulings)) {
    if (left <= 0) break
    const exchange = shown.evidence.has(id) ? undefined : read(id)
    if (exchange === undefined) continue
    const example = evidenceOf(exchange, inWords(about(id)))
    const characters = JSON.stringify(example).length
    if (characters > left) continue
    left -= characters
    shown.evidence.set(id, example)
  }
  return shown
}

/** The numbers of the events that findings are about, by exchange. */
function offendingEvents(rulings: readonly Ruling[]): ReadonlyMap<string, readonly number[]> {
  const events = new Map<string, number[]>()
  for (const { exchange, at, departure } of rulings.flatMap(({ findings }) => findings)) {
    const own = [at?.in === 'event' ? at.index : undefined, departure?.event].filter((one) => one !== undefined)
    if (own.length > 0) events.set(exchange, [...(events.get(exchange) ?? []), ...own])
  }
  return events
}

function inWords({ operation, purpose }: About): Pick<ExchangeEvidence, 'operation' | 'purpose'> {
  return { ...(operation === undefined ? {} : { operation }), ...(purpose === undefined ? {} : { purpose }) }
}
