import type { HeaderLine } from '../../conformance/core/model/exchange.ts'
import type { Place } from '../../conformance/core/model/finding.ts'
import type { ExchangeEvidence } from '../../conformance/core/model/report.ts'
import { type Html, html, preformatted } from '../markup.ts'
import { milliseconds } from './time.ts'

/** Renders header lines as received, with the offending ones marked. */
export function headers(title: string, lines: readonly HeaderLine[], offending: readonly string[]): Html {
  const wanted = new Set(offending.map((name) => name.toLowerCase()))
  const absent = offending.filter((name) => !lines.some(([own]) => own.toLowerCase() === name.toLowerCase()))
  const shown = lines.map(([name, value]) =>
    wanted.has(name.toLowerCase()) ? html`<mark>${name}: ${value}</mark>\n` : html`${name}: ${value}\n`,
  )
  const missing = absent.map((name) => html`<mark>(no ${name})</mark>\n`)
  if (shown.length + missing.length === 0) return html`<p class="part-title">${title}: none</p>`
  return html`<p class="part-title">${title}</p>${preformatted(shown, missing)}`
}

export function statusLine({ response, ended, trouble, durationMs }: ExchangeEvidence, isOffending: boolean): Html {
  const ending = `${endings[ended]} after ${milliseconds(durationMs)}${trouble === undefined ? '' : ` (${trouble})`}`
  if (response === null) return html`${isOffending ? html`<mark>No response</mark>` : 'No response'}; ${ending}`
  const status = html`Status ${response.status}`
  return html`${isOffending ? html`<mark>${status}</mark>` : status}; ${ending}`
}

export const endings = {
  complete: 'completed',
  reset: 'connection reset',
  timeout: 'timed out',
  cancelled: 'cancelled by the suite',
  'too-large': 'stopped, too large',
} as const satisfies Record<ExchangeEvidence['ended'], string>

/**
 * Returns the JSON pointers of findings into a body. Pointers into a request begin with the name of its part, for
 * example `body`.
 */
export function pointersIn(places: readonly Place[], part: 'body' | 'request'): readonly string[] {
  return places.flatMap((place) => {
    if (place.in === 'body' && part === 'body') return [place.pointer]
    if (place.in === 'request' && part === 'request') return bodyPointer(place.pointer)
    return []
  })
}

function bodyPointer(pointer: string): string[] {
  return pointer === '/body' || pointer.startsWith('/body/') ? [pointer.slice('/body'.length)] : []
}

/** Returns the JSON pointers of findings into one event, and whether any finding is about the event. */
export function placesInEvent(
  places: readonly Place[],
  index: number,
): { isNamed: boolean; pointers: readonly string[] } {
  const own = places.flatMap((place) => (place.in === 'event' && place.index === index ? [place] : []))
  return { isNamed: own.length > 0, pointers: own.flatMap(({ pointer }) => (pointer === undefined ? [] : [pointer])) }
}
