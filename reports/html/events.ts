import type { Place } from '../../conformance/model/finding.ts'
import type { ExchangeEvidence } from '../../conformance/model/report.ts'
import { counted } from '../identity.ts'
import { type Html, html, preformatted } from '../markup.ts'
import { markedJson } from './marked-json.ts'
import { placesInEvent } from './places.ts'

type Response = NonNullable<ExchangeEvidence['response']>
type ShownEvent = NonNullable<Response['events']>[number]

/** A stream as the list of its events, each with its arrival, and the raw bytes folded below. */
export function events(list: readonly ShownEvent[], response: Response, places: readonly Place[]): Html {
  return html`<p class="part-title">Events (${arrival(list, response)})</p>
<ol class="events">${list.map((event) => item(event, places))}</ol>
<details><summary>As received (${response.body.bytes} bytes${response.body.truncated ? ', cut short here' : ''})</summary>
${preformatted(response.body.text ?? response.body.base64 ?? '')}</details>`
}

function arrival(list: readonly ShownEvent[], { chunks }: Response): string {
  const first = list[0]
  const last = list.at(-1)
  const span =
    first === undefined || last === undefined
      ? ''
      : `, the first after ${time(first.at)}, the last after ${time(last.at)}`
  return `${counted(list.length, 'event')} in ${counted(chunks.length, 'chunk')}${span}`
}

function item({ index, at, chunk, name, data }: ShownEvent, places: readonly Place[]): Html {
  const { isNamed, pointers } = placesInEvent(places, index)
  const label = html`<span class="when">+${time(at)}, chunk ${chunk}</span>${name === undefined ? undefined : html` <code>event: ${name}</code>`}`
  const content = (isNamed ? markedJson(data, pointers) : undefined) ?? html`${data}`
  return html`<li class="${isNamed ? 'offending' : 'event'}"><span class="number">event ${index}</span> ${label}${isNamed ? html` <strong>▶ offending</strong> <code>${pointers.join(', ')}</code>` : undefined}
${preformatted(content)}</li>
`
}

function time(milliseconds: number): string {
  return `${Math.round(milliseconds)} ms`
}
