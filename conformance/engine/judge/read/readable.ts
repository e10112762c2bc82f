import { isUtf8 } from 'node:buffer'
import {
  type Exchange,
  type HeaderLine,
  header,
  isCaptured,
  type RecordedRequest,
  withoutPart,
} from '../../../core/model/exchange.ts'
import { wholeBody } from '../../../core/model/whole-body.ts'
import { codingsIn, isTooLong, longestDecoded } from '../../../core/wire/codings.ts'
import { boundaryOf } from '../../../core/wire/multipart.ts'
import { parseJson } from '../../../core/wire/parse-json.ts'
import { canUndo, isOffered, undone } from './decode.ts'

const none = new Uint8Array()

/**
 * Returns an exchange whose request has no content coding. A body in a coding that cannot be undone was not captured,
 * in a request and in a response (interpretation G19).
 */
export function asReadable(exchange: Exchange): Exchange {
  return withReadableResponse(withReadableRequest(exchange))
}

/** Returns whether a request was sent in a content coding. The specification does not say whether it must be accepted. */
export function isEncodedRequest({ request }: Exchange): boolean {
  return codingsIn(request.headers).length > 0
}

function withReadableRequest(exchange: Exchange): Exchange {
  const { request } = exchange
  const codings = codingsIn(request.headers)
  if (codings.length === 0) return exchange
  const name = codings.join(', ')
  if (!isCaptured(exchange, 'request-body'))
    return canUndo(codings) ? exchange : withoutPart(exchange, 'request-body', name)
  if (request.body.length === 0) return plain(exchange, request.body)
  const decoded = decodedRequest(exchange, codings)
  if (typeof decoded !== 'string') return plain(exchange, decoded)
  return { ...withoutPart(exchange, 'request-body', decoded), request: { ...request, body: none } }
}

/** Returns the body of a request without its codings, or the reason why it cannot be read. */
function decodedRequest(
  { request: { body, headers }, source }: Exchange,
  codings: readonly string[],
): Uint8Array | string {
  const name = codings.join(', ')
  if (canUndo(codings)) {
    try {
      return undone(codings, body)
    } catch (error) {
      if (isTooLong(error)) return `longer than ${longestDecoded} bytes without its coding`
    }
  }
  // A recorder may store the decoded body with the headers of the encoded one. On the wire, that is malformed.
  if (source === 'har' && (isDecoded(headers, body) || (canUndo(codings) && isUtf8(body)))) return body
  return canUndo(codings) ? `not valid ${name}` : name
}

/** Returns whether a body is JSON or a form, so that it is in no coding. */
function isDecoded(headers: readonly HeaderLine[], body: Uint8Array): boolean {
  if (parseJson(body) !== undefined) return true
  const boundary = boundaryOf(header(headers, 'content-type') ?? '')
  return (
    boundary !== undefined && Buffer.from(body.subarray(0, boundary.length + 2)).toString('latin1') === `--${boundary}`
  )
}

/** Returns an exchange with the decoded body of its request, and without the headers about the encoded one. */
function plain(exchange: Exchange, body: Uint8Array): Exchange {
  const headers = exchange.request.headers.filter(([name]) => !/^content-(encoding|length)$/i.test(name))
  const request: RecordedRequest = { ...exchange.request, headers, body }
  return { ...exchange, request }
}

function withReadableResponse(exchange: Exchange): Exchange {
  if (exchange.response === null || exchange.response.chunks.length === 0) return exchange
  if (!isCaptured(exchange, 'response-headers')) return withoutKnownCoding(exchange)
  const codings = codingsIn(exchange.response.headers)
  // A coding that the client does not accept is a defect of the target.
  const isDefect = codings.some((coding) => !isOffered(coding, exchange))
  if (!canUndo(codings)) return isDefect ? exchange : withoutPart(exchange, 'response-body', codings.join(', '))
  return exchange.source === 'har' && !isDefect ? withoutDamagedBody(exchange, codings) : exchange
}

/**
 * Returns a recorded exchange without a body that is not what its headers say. On the wire, that is a defect of the
 * target; a recorder may have cut the body, or removed the header about its coding.
 */
function withoutDamagedBody(exchange: Exchange, codings: readonly string[]): Exchange {
  const raw = wholeBody(exchange.response?.chunks ?? [])
  if (codings.length === 0) {
    const isGzip = raw[0] === 0x1f && raw[1] === 0x8b
    return isGzip ? withoutPart(exchange, 'response-body', 'gzip without the header that says so') : exchange
  }
  try {
    undone(codings, raw)
    return exchange
  } catch (error) {
    return isTooLong(error) ? exchange : withoutPart(exchange, 'response-body', `not valid ${codings.join(', ')}`)
  }
}

/** Decodes a response whose headers were not captured, if it is gzip. Another body that is not text was not captured. */
function withoutKnownCoding(exchange: Exchange): Exchange {
  const { chunks, ...head } = exchange.response!
  const raw = wholeBody(chunks)
  if (isUtf8(raw) || !isCaptured(exchange, 'response-body')) return exchange
  try {
    const bytes = undone(['gzip'], raw)
    return { ...exchange, response: { ...head, chunks: [{ at: chunks.at(-1)?.at ?? 0, bytes }] } }
  } catch {
    return withoutPart(exchange, 'response-body', 'its coding was not recorded')
  }
}
