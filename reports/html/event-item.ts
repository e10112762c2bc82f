import type { ReportedFinding } from '../../conformance/model/report.ts'
import { type Html, html, preformatted } from '../markup.ts'
import type { Offence } from './departure.ts'
import { type ShownEvent, typeOf } from './event-type.ts'
import { markedJson } from './marked-json.ts'
import { placesInEvent } from './places.ts'
import { milliseconds } from './time.ts'

/** How much of an event's data is shown. */
export type EventForm = 'short' | 'long'

/** The most characters of an event's data in a short form. */
const shortData = 200

/** One event of a timeline: when it came, what it is, and what it carries; an offending one laid out and marked. */
export function eventItem(event: ShownEvent, form: EventForm, offence: Offence, pointers: readonly string[]): Html {
  const { index, at, name } = event
  const standing = standingOf(index, offence)
  const { glyph, words } = standings[standing]
  const isNamed = name !== undefined && name !== typeOf(event)
  return html`<li class="event ${standing} ${form}"><span class="when">${milliseconds(at)}</span> <span class="rail" aria-hidden="true">${glyph}</span>
<div><span class="number">event ${index}</span> <code class="type">${typeOf(event)}</code>${isNamed ? html` <span class="quiet">event: ${name}</span>` : undefined}${words === '' ? undefined : html` <strong class="flag">${words}</strong>`}${pointers.length === 0 ? undefined : html` <code>${pointers.join(', ')}</code>`} ${data(event, form, standing === 'offending', pointers)}</div></li>
`
}

/** The places in an event that findings name. */
export function pointersOf({ index }: ShownEvent, findings: readonly ReportedFinding[]): readonly string[] {
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
