import type { Outcome } from '../../conformance/model/vocabulary.ts'
import { type Html, html } from '../markup.ts'
import { marks } from '../outcome.ts'

/** Renders an outcome by shape, word and colour. */
export function mark(outcome: Outcome): Html {
  const { glyph, word } = marks[outcome]
  return html`<span class="mark ${outcome}"><span class="glyph" aria-hidden="true">${glyph}</span> ${word}</span>`
}
