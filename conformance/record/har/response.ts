import { isUtf8 } from 'node:buffer'
import { type Facet, type HeaderLine, header, mediaType, type RecordedResponse } from '../../model/exchange.ts'
import { writtenBytes } from './exact-bytes.ts'
import { asNumber, asObject, asSize, type JsonObject } from './har-json.ts'
import { headerLines } from './headers.ts'
import type { Ours } from './ours.ts'

/** A response, and what of it was recorded. */
export interface ReadResponse {
  readonly response: RecordedResponse
  readonly captured: readonly Facet[]
}

/** The response of an entry; `at` is when its last byte came. `undefined` for a request that was never answered. */
export function readResponse(value: JsonObject, ours: Ours | undefined, at: number): ReadResponse | undefined {
  const status = asNumber(value['status'])
  if (status === undefined || !Number.isInteger(status) || status < 100) return undefined
  const headers = headerLines(value['headers'])
  const content = asObject(value['content'])
  const isOurs = ours !== undefined
  const bytes = bodyOf(content, headers, status, isOurs)
  const isDecoded = ours === undefined ? isUndone(headers, bytes) : !ours.isEncoded
  return {
    response: {
      status,
      headers: isDecoded ? headers.filter(([name]) => name.toLowerCase() !== 'content-encoding') : headers,
      chunks: bytes === undefined || bytes.length === 0 ? [] : [{ at, bytes }],
    },
    captured: [
      ...(headers.length > 0 || isOurs ? (['response-headers'] as const) : []),
      ...(bytes === undefined ? [] : (['response-body'] as const)),
    ],
  }
}

const none = new Uint8Array()

/** An absent or empty text may be a body that nobody kept: only what says that it is empty is. */
function bodyOf(
  content: JsonObject,
  headers: readonly HeaderLine[],
  status: number,
  isOurs: boolean,
): Uint8Array | undefined {
  if (content['text'] === undefined || content['text'] === '') {
    const isEmpty = isOurs ? content['size'] === 0 : status === 204 || header(headers, 'content-length') === '0'
    return isEmpty ? none : undefined
  }
  const bytes = writtenBytes(content)
  return bytes === undefined || isCutShort(content, bytes) ? undefined : bytes
}

/** `size` is that of the decoded body; some programs give the encoded one, and in `compression` the difference. */
function isCutShort({ size: stated, compression }: JsonObject, bytes: Uint8Array): boolean {
  const size = asSize(stated)
  if (size === undefined || size <= bytes.length) return false
  return size + (asNumber(compression) ?? 0) !== bytes.length
}

/**
 * A HAR holds bodies decoded, beside headers that still say how they were encoded. Only bytes that cannot be what their
 * media type says, because that is text, are still encoded.
 */
function isUndone(headers: readonly HeaderLine[], bytes: Uint8Array | undefined): boolean {
  const type = mediaType(headers) ?? ''
  const isText = /^text\/|[/+]json$/.test(type)
  return bytes === undefined || !isText || isUtf8(bytes)
}
