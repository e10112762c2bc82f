import type { HeaderLine } from '../../conformance/model/exchange.ts'
import { type Html, html, preformatted } from '../markup.ts'

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
