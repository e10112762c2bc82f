import { header } from '../../conformance/model/exchange.ts'
import type { EvidenceBody, ExchangeEvidence } from '../../conformance/model/report.ts'

type Headers = ExchangeEvidence['request']['headers']

/** The body of a response. */
export function contentOf(headers: Headers, body: EvidenceBody): object {
  return { size: body.bytes, mimeType: mediaTypeOf(headers), ...textOf(body), ...cutOf(body) }
}

/** The body of a request, where it has one. HAR 1.2 has no encoding there; the custom member is `_encoding`. `leftOut` tells where the body is instead. */
export function postDataOf(headers: Headers, body: EvidenceBody, leftOut?: string): object {
  if (body.bytes === 0) return {}
  if (leftOut !== undefined) return { postData: { mimeType: mediaTypeOf(headers), text: '', comment: leftOut } }
  const { text = '', encoding } = textOf(body)
  const coded = encoding === undefined ? {} : { _encoding: encoding }
  return { postData: { mimeType: mediaTypeOf(headers), text, ...coded, ...cutOf(body) } }
}

function textOf({ text, base64 }: EvidenceBody): { readonly text?: string; readonly encoding?: 'base64' } {
  if (text !== undefined) return { text }
  return base64 === undefined ? {} : { text: base64, encoding: 'base64' }
}

function cutOf({ truncated, bytes }: EvidenceBody): object {
  return truncated ? { comment: `truncated; ${bytes} bytes in total` } : {}
}

/** With its parameters, as HAR wants it. */
function mediaTypeOf(headers: Headers): string {
  return header(headers, 'content-type') ?? 'application/octet-stream'
}
