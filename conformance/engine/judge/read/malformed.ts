import { type Exchange, header } from '../../../core/model/exchange.ts'
import type { Observation } from '../../../core/model/observation.ts'
import { counted } from '../../../core/text/counted.ts'
import { whereJsonStops } from '../../../core/wire/json-stop.ts'

/** A violation of HTTP itself in a response. */
export interface Malformed {
  /** Part of the ids of causes, so it must not change. */
  readonly id: 'head' | 'framing' | 'length' | 'chunks' | 'body' | 'encoding' | 'cut'
  /** The object of a sentence such as "sent …". */
  readonly words: string
}

/** Describes how a response violates HTTP, as far as the recorded error shows it. */
export function malformedBy({ response, trouble = '' }: Pick<Exchange, 'response' | 'trouble'>): Malformed | undefined {
  if (trouble === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH')
    return response === null
      ? // The client reports every defect of a head with a Content-Length by this one error.
        {
          id: 'framing',
          words:
            'a response head with a Content-Length that breaks HTTP: both Content-Length and Transfer-Encoding, two of them, or a malformed line',
        }
      : { id: 'length', words: 'a body that is not as long as its Content-Length' }
  if (trouble !== 'HTTPParserError' && !trouble.startsWith('HPE_')) return undefined
  if (response === null) return { id: 'head', words: 'a response head that is not valid HTTP' }
  return header(response.headers, 'transfer-encoding') === undefined
    ? { id: 'body', words: 'bytes after the response head that are not valid HTTP' }
    : { id: 'chunks', words: 'a malformed chunked body' }
}

/**
 * Does the same as `malformedBy`, and also covers a complete body that does not have the encoding its header states.
 */
export function malformedIn(seen: {
  readonly exchange: Exchange
  readonly complete: boolean
  readonly unread?: string
}): Malformed | undefined {
  const { exchange, complete, unread } = seen
  return complete && unread !== undefined ? { id: 'encoding', words: unread } : malformedBy(exchange)
}

/**
 * Describes a body that its Content-Length ends too early: HTTP is right, but its JSON, or that of the last event, is
 * not whole. Gateways that count characters instead of bytes send such bodies.
 */
export function cutByLength({
  exchange,
  complete,
  body,
}: Pick<Observation, 'exchange' | 'complete' | 'body'>): Malformed | undefined {
  const length = header(exchange.response?.headers ?? [], 'content-length')
  if (!complete || length === undefined || Number(length) !== body.length || body.length === 0) return undefined
  const text = new TextDecoder().decode(body)
  const last = text.slice(text.lastIndexOf('\n') + 1)
  const json = last.startsWith('data:') ? last.slice('data:'.length) : text
  if (!/^\s*[{[]/.test(json) || whereJsonStops(json)?.isAtEnd !== true) return undefined
  return {
    id: 'cut',
    words: `a body that ends in the middle of its JSON, after the ${counted(body.length, 'byte')} of its Content-Length`,
  }
}
