import type { ExchangeLine } from '../../reports/watch/view.ts'
import { evidenceOf } from '../judge/index.ts'
import { type Exchange, mediaType } from '../model/exchange.ts'
import type { ExchangeEvidence } from '../model/report.ts'
import { lengthOf } from '../model/whole-body.ts'
import type { About } from '../record/evidence/line.ts'

/** The exchanges that a page can show. Of a long watch the latest are kept. */
export interface RecentExchanges {
  readonly count: number
  /** As it was recorded: labels stand for secrets. A later one of the same id takes the place of the former. */
  add(exchange: Exchange, about: About): void
  /** The first whose id fits. */
  find(fits: (id: string) => boolean): ExchangeEvidence | undefined
  /** Those whose line holds all these words, the latest first, and at most so many. */
  list(wanted: {
    readonly words: string
    readonly onlyStreams: boolean
    readonly most: number
  }): readonly ExchangeLine[]
}

/** The most bytes of bodies that are kept, and the most exchanges. */
const usualRoom = { bytes: 64 * 2 ** 20, exchanges: 20_000 }

interface Kept {
  readonly exchange: Exchange
  readonly about: About
  readonly bytes: number
}

export function startRecentExchanges(room = usualRoom): RecentExchanges {
  const kept = new Map<string, Kept>()
  let bytes = 0
  const forget = (id: string): void => {
    bytes -= kept.get(id)?.bytes ?? 0
    kept.delete(id)
  }
  return {
    get count() {
      return kept.size
    },
    add(exchange, about) {
      forget(exchange.id)
      const own = exchange.request.body.length + lengthOf(exchange.response?.chunks)
      kept.set(exchange.id, { exchange, about, bytes: own })
      bytes += own
      for (const id of kept.keys()) {
        if (kept.size === 1 || (bytes <= room.bytes && kept.size <= room.exchanges)) break
        forget(id)
      }
    },
    find(fits) {
      for (const [id, { exchange, about }] of kept) if (fits(id)) return evidenceOf(exchange, ofAbout(about))
      return undefined
    },
    list({ words, onlyStreams, most }) {
      const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
      const lines: ExchangeLine[] = []
      for (const one of [...kept.values()].reverse()) {
        if (lines.length === most) break
        const line = lineOf(one)
        const text = `${line.id} ${line.operation} ${line.purpose} ${line.answer}`.toLowerCase()
        if ((line.isStream || !onlyStreams) && wanted.every((word) => text.includes(word))) lines.push(line)
      }
      return lines
    },
  }
}

function lineOf({ exchange, about }: Kept): ExchangeLine {
  const { id, response, ended, durationMs } = exchange
  const end = ended === 'complete' ? '' : ` (${ended})`
  const isStream = response !== null && mediaType(response.headers) === 'text/event-stream'
  return { id, ...ofAbout(about), answer: `${response?.status ?? 'no response'}${end}`, durationMs, isStream }
}

function ofAbout({ operation, purpose }: About): Pick<ExchangeLine, 'operation' | 'purpose'> {
  return { ...(operation === undefined ? {} : { operation }), ...(purpose === undefined ? {} : { purpose }) }
}
