import type { EvidenceBody } from '../../conformance/model/report.ts'
import { counted } from '../identity.ts'
import { type Html, html, preformatted } from '../markup.ts'
import { markedJson } from './marked-json.ts'

/** A body: JSON laid out with the offending places marked, other text as it came, bytes as base64. */
export function body(title: string, evidence: EvidenceBody, pointers: readonly string[]): Html {
  const { text, base64, bytes } = evidence
  if (bytes === 0) return html`<p class="part-title">${title}: empty</p>`
  const content = text === undefined ? html`${base64 ?? ''}` : (markedJson(text, pointers) ?? html`${text}`)
  return html`<p class="part-title">${title} (${text === undefined ? 'base64, ' : ''}${sizeOf(evidence)})${named(pointers)}</p>
${preformatted(content, evidence.truncated ? '…' : '')}`
}

/** How long a body is, and how much of it is here. */
export function sizeOf({ text, base64, bytes, truncated }: EvidenceBody): string {
  const shown = text === undefined ? Math.floor(((base64 ?? '').length * 3) / 4) : Buffer.byteLength(text)
  return truncated ? `the first ${shown} of ${bytes} bytes; the evidence file has the rest` : counted(bytes, 'byte')
}

/** The offending places in words, for those whom marks do not reach. */
function named(pointers: readonly string[]): Html | undefined {
  if (pointers.length === 0) return undefined
  return html`, violation at: <code>${[...new Set(pointers)].map((pointer) => pointer || '(the whole)').join(', ')}</code>`
}
