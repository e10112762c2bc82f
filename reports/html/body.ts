import type { EvidenceBody } from '../../conformance/model/report.ts'
import { type Html, html, preformatted } from '../markup.ts'
import { markedJson } from './marked-json.ts'

/** A body: JSON laid out with the offending places marked, other text as it came, bytes as base64. */
export function body(title: string, evidence: EvidenceBody, pointers: readonly string[]): Html {
  const { text, base64, bytes, truncated } = evidence
  if (bytes === 0) return html`<p class="none">${title}: empty</p>`
  const size = `${bytes} bytes${truncated ? ', cut short here' : ''}`
  const content = text === undefined ? html`${base64 ?? ''}` : (markedJson(text, pointers) ?? html`${text}`)
  return html`<p class="part-title">${title} (${text === undefined ? 'base64, ' : ''}${size})${named(pointers)}</p>${preformatted(content, truncated ? '…' : '')}`
}

/** The offending places in words, for those whom marks do not reach. */
function named(pointers: readonly string[]): Html | undefined {
  if (pointers.length === 0) return undefined
  return html`, offending: <code>${[...new Set(pointers)].map((pointer) => pointer || '(the whole)').join(', ')}</code>`
}
