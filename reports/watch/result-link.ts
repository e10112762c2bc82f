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
