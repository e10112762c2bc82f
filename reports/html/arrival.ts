import type { ExchangeEvidence } from '../../conformance/model/report.ts'
import { counted } from '../identity.ts'
import { type Html, html } from '../markup.ts'
import type { Offence } from './departure.ts'
import { milliseconds } from './time.ts'

/** When chunks and events arrived, to scale from the first byte on: a tick for each chunk, a dot for each event, a cross for an offending one. */
export function arrival({ response, durationMs }: ExchangeEvidence, { events: offending }: Offence): Html | undefined {
  const events = response?.events ?? []
  const chunks = response?.chunks ?? []
  const last = Math.max(durationMs, events.at(-1)?.at ?? 0, chunks.at(-1)?.at ?? 0)
  const first = Math.min(events[0]?.at ?? last, chunks[0]?.at ?? last)
  if (last <= 0) return undefined
  const x = (at: number) => `${(1 + ((at - first) / (last - first || 1)) * 98).toFixed(2)}%`
  const ticks = chunks.map(({ at }) => html`<line x1="${x(at)}" x2="${x(at)}" y1="12" y2="26"/>`)
  const dots = events.map(({ at, index }) =>
    offending.has(index)
      ? html`<svg x="${x(at)}" y="6" class="cross"><path d="M-4-4L4 4M-4 4L4-4"/></svg>`
      : html`<circle cx="${x(at)}" cy="6" r="3"/>`,
  )
  return html`<div class="arrival">
<svg width="100%" height="28" role="img" aria-label="${inWords(response, last)}"><line class="axis" x1="1%" x2="99%" y1="19" y2="19"/>${ticks}${dots}</svg>
<p><span>first byte after ${milliseconds(first)}</span><span>${inWords(response, last)}</span><span>${milliseconds(last)}</span></p>
</div>`
}

function inWords(response: ExchangeEvidence['response'], last: number): string {
  const { events = [], eventsTotal, chunks = [], chunksTotal } = response ?? {}
  const amount = `${counted(eventsTotal ?? events.length, 'event')} in ${counted(chunksTotal ?? chunks.length, 'chunk')}`
  const [first] = events
  const final = events.at(-1)
  if (first === undefined || final === undefined) return `${amount} in ${milliseconds(last)}`
  return `${amount}; the first event after ${milliseconds(first.at)}, the last after ${milliseconds(final.at)}`
}
