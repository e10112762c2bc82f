import type { ExchangeEvidence } from '../../conformance/model/report.ts'
import { type Html, html } from '../markup.ts'
import { milliseconds } from './time.ts'

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
