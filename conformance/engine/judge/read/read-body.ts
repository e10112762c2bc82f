import { type EventStream, mostEvents } from '../../../core/model/events.ts'
import {
  type Exchange,
  endNotCaptured,
  header,
  isCaptured,
  mediaType,
  notCaptured,
} from '../../../core/model/exchange.ts'
import { parseJson } from '../../../core/wire/parse-json.ts'
import { beginsAsEvents, parseStream } from '../../../core/wire/sse.ts'
import { decodedBody, encodingsOf } from './decode.ts'

/** A response body, as far as it can be read. */
export interface ReadBody {
  /** True if the response ended normally and was read completely. */
  readonly complete: boolean
  /**
   * The reason why the body is incomplete, or the encoding error of a complete one. Completes "the body …, because …".
   */
  readonly unread?: string
  readonly bytes: Uint8Array
  readonly json: unknown
  /** The character set of JSON that is not UTF-8. */
  readonly charset?: string
  readonly stream: EventStream | undefined
}

/** The ways to read a body. A body with events is not parsed as JSON: no line of JSON begins with a field name. */
export type ReadAs = 'json' | 'stream' | 'json and stream'

/** The most members and items of JSON that is parsed. A reply has a few thousand; more would only cost time. */
const mostJsonPieces = 100_000

const nothing = new Uint8Array()

/**
 * Returns whether a response is an event stream: by its content type or, if its headers were not captured, by its text.
 */
export function isAnsweredByEvents(exchange: Exchange): boolean {
  const { response } = exchange
  if (response === null) return false
  const type = mediaType(response.headers)
  if (type !== undefined || isCaptured(exchange, 'response-headers')) return type === 'text/event-stream'
  return beginsAsEvents(response.chunks[0]?.bytes ?? nothing)
}

/** Reads the body of a response with bounded memory. */
export function readBody(exchange: Exchange, as: ReadAs): ReadBody {
  const missing =
    exchange.response === null
      ? undefined
      : notCaptured({ captured: exchange.captured, lost: exchange.lost }, ['response-body'])
  if (missing !== undefined) return unreadable(exchange, missing, false, as)
  const decoded = decodedBody(exchange)
  if (!('bytes' in decoded)) return unreadable(exchange, decoded.trouble, decoded.isDefect, as)
  const { bytes } = decoded
  const stream = as === 'json' ? undefined : streamOf(exchange, bytes)
  const mayBeJson = as !== 'stream' && (stream === undefined || stream.events.length === 0)
  const isTooMuch = mayBeJson && piecesIn(bytes) > mostJsonPieces
  // A truncated message is not parsed, even if its beginning happens to be valid JSON (RFC 9112 §8).
  const isWhole = mayBeJson && exchange.ended === 'complete' && !isTooMuch
  const unread = early(exchange) ?? excess(isTooMuch, stream)
  return {
    complete: unread === undefined,
    bytes,
    stream,
    ...(isWhole ? jsonOf(exchange, bytes) : { json: undefined }),
    unread,
  }
}

function jsonOf({ response }: Exchange, bytes: Uint8Array): ParsedJson {
  return parseDeclaredJson(bytes, header(response?.headers ?? [], 'content-type'))
}

/** Returns an empty body. If the target is to blame, it is judged as complete; otherwise it is not judged. */
function unreadable(exchange: Exchange, trouble: string, isDefect: boolean, as: ReadAs): ReadBody {
  const complete = isDefect && exchange.ended === 'complete'
  const stream = as === 'json' ? undefined : parseStream([])
  return { complete, unread: early(exchange) ?? trouble, bytes: nothing, json: undefined, stream }
}

function early({ ended, trouble }: Exchange): string | undefined {
  if (trouble === endNotCaptured) return trouble
  return ended === 'complete' ? undefined : `the exchange ended early (${trouble ?? ended})`
}

function excess(isTooMuch: boolean, stream: EventStream | undefined): string | undefined {
  if (isTooMuch) return `the JSON has more than ${mostJsonPieces} members and items`
  return stream?.isCutShort === true ? `the stream has more than ${mostEvents} events` : undefined
}

/**
 * Parses a stream. Arrival times belong to encoded chunks, so a decoded body becomes one chunk that arrived with the
 * last byte.
 */
function streamOf(exchange: Exchange, bytes: Uint8Array): EventStream {
  const chunks = exchange.response?.chunks ?? []
  if (encodingsOf(exchange).length === 0) return parseStream(chunks, mostEvents)
  return parseStream([{ at: chunks.at(-1)?.at ?? 0, bytes }], mostEvents)
}

/** Returns an upper bound for the members and items of a JSON text: each but the first follows a comma. */
function piecesIn(bytes: Uint8Array): number {
  if (bytes.length <= mostJsonPieces) return 0
  let pieces = 0
  for (const byte of bytes) if (byte === comma || byte === bracket || byte === brace) pieces += 1
  return pieces
}

const comma = 0x2c
const bracket = 0x5b
const brace = 0x7b

type Decoder = InstanceType<typeof TextDecoder>

/** A JSON value, and the character set of its bytes if that is not UTF-8. */
interface ParsedJson {
  /** `undefined` if the bytes are not JSON. */
  readonly json: unknown
  readonly charset?: string
}

/**
 * Parses JSON in UTF-8, or else in the character set that the content type declares. Another character set violates RFC
 * 8259 §8.1, but the rest of the body is still judged (interpretation G14).
 */
function parseDeclaredJson(bytes: Uint8Array, contentType: string | undefined): ParsedJson {
  const json = parseJson(bytes)
  const charset = json === undefined ? charsetOf(contentType) : undefined
  const decoder = charset === undefined ? undefined : decoderOf(charset)
  const again = decoder === undefined ? undefined : parsedBy(decoder, bytes)
  return again === undefined || charset === undefined ? { json } : { json: again, charset }
}

function parsedBy(decoder: Decoder, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes)) as unknown
  } catch {
    return undefined
  }
}

/** Returns the `charset` parameter of a content type, in lower case (RFC 9110 §8.3.2). */
function charsetOf(contentType = ''): string | undefined {
  const [, name] = /;\s*charset\s*=\s*"?([^\s;"]+)"?/i.exec(contentType) ?? []
  return name?.toLowerCase()
}

function decoderOf(charset: string): Decoder | undefined {
  try {
    return new TextDecoder(charset, { fatal: true })
  } catch {
    return undefined
  }
}
