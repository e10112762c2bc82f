import { gunzipSync } from 'node:zlib'
import { type Ended, endNotCaptured, header, mediaType, type RecordedResponse } from '../../model/exchange.ts'
import { asObject, asText, type JsonObject } from './har-json.ts'

/** How an exchange ended, as far as an entry tells. */
export interface Ending {
  readonly ended: Ended
  readonly trouble?: string
}

/** The programs that mark what was broken off, so that what they do not mark came to its end. */
const marking = /^(webinspector|mitmproxy|playwright)$/i

/** The mark of a request that its sender gave up, or that the network broke off; `undefined` where there is none. */
export function brokenOff(entry: JsonObject): string | undefined {
  const [response, request] = [asObject(entry['response']), asObject(entry['request'])]
  const marks = [entry['_error'], response['_error'], response['_failureText'], request['_failureText']]
  return marks.map(asText).find((mark) => mark !== undefined && mark !== '')
}

/** The words of browsers for a connection that the other side broke off. */
const byTarget =
  /ERR_(CONNECTION_RESET|CONNECTION_CLOSED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH)\b|NS_ERROR_NET_(RESET|PARTIAL_TRANSFER|EMPTY_RESPONSE)\b|\bECONNRESET\b/

/** The word for how the target, and not the client, broke off; `undefined` where it did not. */
export function brokenOffByTarget(entry: JsonObject): string | undefined {
  const [word] = byTarget.exec(brokenOff(entry) ?? '') ?? []
  return word
}

/**
 * How an answered exchange ended. A reply that looks cut off may have been cut off by who recorded it, or who asked: it
 * is the target's doing only where the recording would say otherwise.
 */
export function endingOf(response: RecordedResponse, creator: string): Ending {
  if (marking.test(creator) || isWhole(response)) return { ended: 'complete' }
  return { ended: 'reset', trouble: endNotCaptured }
}

function isWhole({ headers, chunks }: RecordedResponse): boolean {
  const text = Buffer.concat(chunks.map(({ bytes }) => bytes))
  if (header(headers, 'content-length') === String(text.length)) return true
  if (header(headers, 'content-encoding') !== undefined) return isGzip(text)
  const type = mediaType(headers) ?? ''
  if (type === 'text/event-stream') return closing.test(text.toString('latin1'))
  return !/[/+]json$/.test(type) || /[\]}]\s*$/.test(text.subarray(-64).toString('latin1'))
}

/** A body that a program left as it travelled; compression says where it ends. */
function isGzip(bytes: Uint8Array): boolean {
  try {
    gunzipSync(bytes, { maxOutputLength: 48 * 1024 * 1024 })
    return true
  } catch {
    return false
  }
}

/** What the last events of the specification's streams hold (sections 2.7 and 6), up to the end of a line. */
const closing = /("message_stop"|\[DONE\]|"finishReason")[^\r\n]*[\r\n]+(event:[^\r\n]*[\r\n]+)?$/
