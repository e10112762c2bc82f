import { exchangeAnchorOf, resultAnchorOf } from '../html/anchor.ts'
import { type Html, html } from '../markup.ts'
import type { Result } from '../result.ts'

/** A result by its name; the link opens its details beside the list. */
export function resultLink({ id, operation }: Pick<Result, 'id' | 'operation'>): Html {
  const place = resultAnchorOf(id, operation)
  return html`<a href="#${place}" data-key="${place}"><code>${id}</code> on <code>${operation}</code></a>`
}

/** An exchange by its id; the link opens it beside the list. */
export function exchangePlace(id: string): Html {
  const place = exchangeAnchorOf(id)
  return html`<a href="#${place}" data-key="${place}"><code>${id}</code></a>`
}
