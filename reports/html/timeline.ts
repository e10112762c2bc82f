import type { ExchangeEvidence, ReportedFinding } from '../../conformance/core/model/report.ts'
import { counted } from '../../conformance/core/text/counted.ts'
import { type Html, html, preformatted } from '../markup.ts'
import { endings, placesInEvent } from './exchange-parts.ts'
import { markedJson } from './marked-json.ts'
import { milliseconds } from './time.ts'

/** Renders the events of a stream around those that a finding is about. */
export function streamExcerpt(exchange: ExchangeEvidence, finding: ReportedFinding): Html {
  const offence = offenceIn([finding])
  const events = exchange.response?.events ?? []
  const near = nearTo(offence, events.length)
  return html`${arrival(exchange, offence)}
${list(exchange, offence, (event) => (near(event.index) ? 'short' : 'hidden'), [finding])}`
}

/** Renders a complete stream: the times of arrival, and every event with its data. */
export function wholeStream(exchange: ExchangeEvidence, findings: readonly ReportedFinding[]): Html {
  const offence = offenceIn(findings)
  return html`${arrival(exchange, offence)}
${list(exchange, offence, () => 'long', findings)}`
}

/** Streams of up to this many events are shown completely. */
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
    // The evidence of a long stream contains its beginning and the events around an offending one.
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

/** Marks the beginning of a chunk. A chunk that completes no event is counted with the next one that does. */
function boundary(
  { chunk, at }: ShownEvent,
  before: number,
  chunks: NonNullable<ExchangeEvidence['response']>['chunks'],
): Html[] {
  if (chunk === before) return []
  const bytes = chunks[chunk]?.bytes
  return [
    html`<li class="chunk">chunk ${chunk}, ${milliseconds(at)}${bytes === undefined ? '' : `, ${counted(bytes, 'byte')}`}</li>\n`,
  ]
}

function departureBefore({ index }: ShownEvent, { departure }: Offence): Html[] {
  return departure !== undefined && departure.event === index ? [position(departure)] : []
}

/** Describes the end of the stream, and counts the events that are not listed. */
function end({ response, ended, durationMs }: ExchangeEvidence, { departure }: Offence, next: number): Html {
  const { eventsTotal = next } = response ?? {}
  const isOffending = departure !== undefined && departure.event === undefined
  return html`${eventsTotal > next ? html`<li class="gap">${eventsTotal - next} more events, in the evidence file</li>` : undefined}${isOffending ? position(departure) : undefined}<li class="end"><span class="when">${milliseconds(durationMs)}</span> <span class="rail" aria-hidden="true">${isOffending ? '✗' : '■'}</span> <span>end: ${endings[ended]}</span></li>`
}

type EventForm = 'short' | 'long'

/** The maximum number of characters of an event's data in short form. */
const shortData = 200

/** Renders one event: its time, type and data. The JSON of an offending event is indented and marked. */
function eventItem(event: ShownEvent, form: EventForm, offence: Offence, pointers: readonly string[]): Html {
  const { index, at, name } = event
  const standing = standingOf(index, offence)
  const { glyph, words } = standings[standing]
  const isNamed = name !== undefined && name !== typeOf(event)
  return html`<li class="event ${standing} ${form}"><span class="when">${milliseconds(at)}</span> <span class="rail" aria-hidden="true">${glyph}</span>
<div><span class="number">event ${index}</span> <code class="type">${typeOf(event)}</code>${isNamed ? html` <span class="quiet">event: ${name}</span>` : undefined}${words === '' ? undefined : html` <strong class="flag">${words}</strong>`}${pointers.length === 0 ? undefined : html` <code>${pointers.join(', ')}</code>`} ${data(event, form, standing === 'offending', pointers)}</div></li>
`
}

function pointersOf({ index }: ShownEvent, findings: readonly ReportedFinding[]): readonly string[] {
  const places = findings.flatMap(({ at }) => (at === undefined ? [] : [at]))
  return placesInEvent(places, index).pointers.filter((pointer) => pointer !== '')
}

const standings = {
  before: { glyph: '●', words: '' },
  offending: { glyph: '✗', words: '✗ offending' },
  after: { glyph: '◌', words: '' },
} as const

function standingOf(index: number, { events, departure }: Offence): keyof typeof standings {
  if (events.has(index)) return 'offending'
  const from = departure?.event ?? Math.min(...events)
  return index > from ? 'after' : 'before'
}

function data(
  { data, characters }: ShownEvent,
  form: EventForm,
  isLaidOut: boolean,
  pointers: readonly string[],
): Html {
  const rest = characters === undefined ? '' : `… (${characters} characters)`
  if (isLaidOut) return preformatted(markedJson(data, pointers) ?? data, rest)
  const text = form === 'short' && data.length > shortData ? `${data.slice(0, shortData)}…` : `${data}${rest}`
  return html`<code class="data">${text}</code>`
}

type ShownEvent = NonNullable<NonNullable<ExchangeEvidence['response']>['events']>[number]

/** Returns the type of an event: the `type` of its payload, else its `event:` line, else `data`. */
function typeOf({ name, data, characters }: ShownEvent): string {
  const cut = characters === undefined ? undefined : /^\s*\{\s*"type"\s*:\s*"([^"\\]*)"/.exec(data)?.[1]
  return cut ?? payloadType(data) ?? name ?? 'data'
}

function payloadType(data: string): string | undefined {
  try {
    const payload: unknown = JSON.parse(data)
    if (typeof payload !== 'object' || payload === null || !('type' in payload)) return undefined
    return typeof payload.type === 'string' ? payload.type : undefined
  } catch {
    return undefined
  }
}

/**
 * Draws the times of arrival to scale, from the first byte on: a tick for each chunk, a dot for each event, a cross for
 * an offending one.
 */
function arrival({ response, durationMs }: ExchangeEvidence, { events: offending }: Offence): Html | undefined {
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

/** The events of a stream that findings are about. */
interface Offence {
  /** The indexes of the offending events. */
  readonly events: ReadonlySet<number>
  /** The first place at which the stream violates the grammar. */
  readonly departure: ReportedFinding['departure']
}

function offenceIn(findings: readonly ReportedFinding[]): Offence {
  const events = new Set(findings.flatMap(({ at }) => (at?.in === 'event' ? [at.index] : [])))
  return { events, departure: findings.find(({ departure }) => departure !== undefined)?.departure }
}

/** Describes the state of the grammar and the events that it allowed there. */
function position({ state, permitted, event }: NonNullable<Offence['departure']>): Html {
  const allowed =
    permitted.length === 0
      ? html`nothing more`
      : html`${permitted.map((symbol, index) => html`${index === 0 ? '' : ' or '}<code>${symbol}</code>`)}`
  return html`<li class="position">Position: <strong>${state}</strong>. Allowed here: ${allowed}. ${event === undefined ? html`<strong class="flag">✗ The stream ended here.</strong>` : html`<strong class="flag">✗ The next event is not allowed:</strong>`}</li>
`
}
