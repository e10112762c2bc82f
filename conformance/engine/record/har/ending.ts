import { type Members, membersOf } from '../../../../schemas/json.ts'
import { type Ended, endNotCaptured, header, mediaType, type RecordedResponse } from '../../../core/model/exchange.ts'
import { codingsIn } from '../../../core/wire/codings.ts'
import { recorders } from '../cassette/read-cassette.ts'
import { asText } from './har-json.ts'

/** The end of an exchange, as far as an entry records it. */
interface Ending {
  readonly ended: Ended
  readonly trouble?: string
}

/** The programs that mark aborted exchanges or record only complete ones, so that unmarked exchanges are complete. */
const marking: ReadonlySet<string> = new Set(['webinspector', 'mitmproxy', 'playwright', 'polly.js', ...recorders])

/** Returns the mark of an aborted exchange, if there is one. */
export function brokenOff(entry: Members): string | undefined {
  const [response, request] = [membersOf(entry['response']), membersOf(entry['request'])]
  const marks = [entry['_error'], response['_error'], response['_failureText'], request['_failureText']]
  return marks.map(asText).find((mark) => mark !== undefined && mark !== '')
}

/** The error codes of browsers for a connection that the target closed too early. */
const byTarget =
  /ERR_(CONNECTION_RESET|CONNECTION_CLOSED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH)\b|NS_ERROR_NET_(RESET|PARTIAL_TRANSFER|EMPTY_RESPONSE)\b|\bECONNRESET\b/

/** Returns the network error if the target, and not the client, broke the connection. */
export function brokenOffByTarget(entry: Members): string | undefined {
  const [word] = byTarget.exec(brokenOff(entry) ?? '') ?? []
  return word
}

/**
 * Returns how an exchange with a response ended. The recorder or the client may have cut off a response, so the target
 * is blamed only if the recording rules that out.
 */
export function endingOf(response: RecordedResponse, creator: string): Ending {
  if (marking.has(creator) || marking.has(creator.toLowerCase()) || isWhole(response)) return { ended: 'complete' }
  return { ended: 'reset', trouble: endNotCaptured }
}

function isWhole({ headers, chunks }: RecordedResponse): boolean {
  const text = Buffer.concat(chunks.map(({ bytes }) => bytes))
  if (header(headers, 'content-length') === String(text.length)) return true
  // A body in a coding is read only if it is whole.
  if (codingsIn(headers).length > 0) return true
  const type = mediaType(headers) ?? ''
  if (type === 'text/event-stream') return closing.test(text.toString('latin1')) || isJson(text.toString('utf8'))
  return !/[/+]json$/.test(type) || /[\]}]\s*$/.test(text.subarray(-64).toString('latin1'))
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

/** Matches the last events of the specification's streams (sections 2.7 and 6), up to the end of a line. */
const closing = /("message_stop"|\[DONE\]|"finishReason")[^\r\n]*[\r\n]+(event:[^\r\n]*[\r\n]+)?$/
