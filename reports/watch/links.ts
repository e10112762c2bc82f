import { exchangeAnchorOf, resultAnchorOf } from '../html/anchor.ts'
import { type Html, html } from '../markup.ts'
import type { Result } from '../result.ts'

/** Renders the name of a result, with a link that opens its details beside the list. */
export function resultLink({ id, operation }: Pick<Result, 'id' | 'operation'>): Html {
  const place = resultAnchorOf(id, operation)
  return html`<a href="#${place}" data-key="${place}"><code>${id}</code> on <code>${operation}</code></a>`
}

/** Renders the id of an exchange, with a link that opens it beside the list. */
export function exchangePlace(id: string): Html {
  const place = exchangeAnchorOf(id)
  return html`<a href="#${place}" data-key="${place}"><code>${id}</code></a>`
}

type Action = 'everything' | 'failed' | 'area' | 'requirement' | 'case' | 'stop' | 'restart'

/** Renders a button that starts a run, by means of the script. `of` distinguishes buttons with the same words. */
export function runButton(words: string, action: Action, value = '', of?: string): Html {
  return html`<button type="button" data-do="${action}" data-value="${value}" data-key="${action} ${value}">${words}${of === undefined ? undefined : html`<span class="unseen"> ${of}</span>`}</button>`
}
