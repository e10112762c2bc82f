import type { ReportedFinding } from '../../conformance/model/report.ts'
import { type Html, html } from '../markup.ts'

/** Which events of a stream findings are about. */
export interface Offence {
  /** The numbers of the offending events. */
  readonly events: ReadonlySet<number>
  /** Where the stream left its order; the first one, if several findings say so. */
  readonly departure: ReportedFinding['departure']
}

export function offenceIn(findings: readonly ReportedFinding[]): Offence {
  const events = new Set(findings.flatMap(({ at }) => (at?.in === 'event' ? [at.index] : [])))
  return { events, departure: findings.find(({ departure }) => departure !== undefined)?.departure }
}

/** Where the grammar stood, and what it allowed there. */
export function position({ state, permitted, event }: NonNullable<Offence['departure']>): Html {
  const allowed =
    permitted.length === 0
      ? html`nothing more`
      : html`${permitted.map((symbol, index) => html`${index === 0 ? '' : ' or '}<code>${symbol}</code>`)}`
  return html`<li class="position">Position: <strong>${state}</strong>. Allowed here: ${allowed}. ${event === undefined ? html`<strong class="flag">✗ The stream ended here.</strong>` : html`<strong class="flag">✗ The next event is not allowed:</strong>`}</li>
`
}
