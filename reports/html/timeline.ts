import type { ExchangeEvidence, ReportedFinding } from '../../conformance/model/report.ts'
import { type Html, html } from '../markup.ts'
import { arrival } from './arrival.ts'
import { type Offence, offenceIn, position } from './departure.ts'
import { type EventForm, eventItem, pointersOf } from './event-item.ts'
import type { ShownEvent } from './event-type.ts'
import { endings } from './status-line.ts'
import { milliseconds } from './time.ts'

/** A stream as a timeline of the events around what a finding is about. */
export function streamExcerpt(exchange: ExchangeEvidence, finding: ReportedFinding): Html {
  const offence = offenceIn([finding])
  const events = exchange.response?.events ?? []
  const near = nearTo(offence, events.length)
  return html`${arrival(exchange, offence)}
${list(exchange, offence, (event) => (near(event.index) ? 'short' : 'hidden'), [finding])}`
}

/** A whole stream as a timeline: when it came, and every event with its data. */
export function wholeStream(exchange: ExchangeEvidence, findings: readonly ReportedFinding[]): Html {
  const offence = offenceIn(findings)
  return html`${arrival(exchange, offence)}
${list(exchange, offence, () => 'long', findings)}`
}

/** Streams up to this many events are shown whole. */
const fewEvents = 14

function nearTo({ events, departure }: Offence, count: number): (index: number) => boolean {
  const [first] = events
  const center = departure?.event ?? first ?? count
  return (index) =>
    count <= fewEvents || index < 2 || index >= count - 2 || (index >= center - 4 && index <= center + 2)
}

function list(
  exchange: ExchangeEvidence,
  offence: Offence,
  formOf: (event: ShownEvent) => EventForm | 'hidden',
  findings: readonly ReportedFinding[],
): Html {
  const events = exchange.response?.events ?? []
  const chunks = exchange.response?.chunks ?? []
  const items: Html[] = []
  let hidden = 0
  let chunk = -1
  let next = 0
  for (const event of events) {
    const form = formOf(event)
    // Of a long stream the evidence has the beginning and what is around an offending event.
    hidden += event.index - next
    next = event.index + 1
    if (form === 'hidden') hidden += 1
    else {
      items.push(...gap(hidden), ...boundary(event, chunk, chunks), ...departureBefore(event, offence))
      items.push(eventItem(event, form, offence, pointersOf(event, findings)))
      hidden = 0
      chunk = event.chunk
    }
  }
  return html`<ol class="timeline">${items}${gap(hidden)}${end(exchange, offence, next)}</ol>
<p class="key"><span aria-hidden="true">●</span> before the violation <span aria-hidden="true">✗</span> violation <span aria-hidden="true">◌</span> after it <span aria-hidden="true">┄</span> chunk boundary</p>`
}

function gap(hidden: number): Html[] {
  return hidden === 0 ? [] : [html`<li class="gap">${hidden} more ${hidden === 1 ? 'event' : 'events'}</li>\n`]
}

/** Where the bytes of a new chunk begin; a chunk that ended no event is counted with the next one that does. */
function boundary(
  { chunk, at }: ShownEvent,
  before: number,
  chunks: NonNullable<ExchangeEvidence['response']>['chunks'],
): Html[] {
  if (chunk === before) return []
  const bytes = chunks[chunk]?.bytes
  return [
    html`<li class="chunk">chunk ${chunk}, ${milliseconds(at)}${bytes === undefined ? '' : `, ${bytes} bytes`}</li>\n`,
  ]
}

function departureBefore({ index }: ShownEvent, { departure }: Offence): Html[] {
  return departure !== undefined && departure.event === index ? [position(departure)] : []
}

/** How the stream came to its end, and what is not listed. */
function end({ response, ended, durationMs }: ExchangeEvidence, { departure }: Offence, next: number): Html {
  const { eventsTotal = next } = response ?? {}
  const isOffending = departure !== undefined && departure.event === undefined
  return html`${eventsTotal > next ? html`<li class="gap">${eventsTotal - next} more events, in the evidence file</li>` : undefined}${isOffending ? position(departure) : undefined}<li class="end"><span class="when">${milliseconds(durationMs)}</span> <span class="rail" aria-hidden="true">${isOffending ? '✗' : '■'}</span> <span>end: ${endings[ended]}</span></li>`
}
