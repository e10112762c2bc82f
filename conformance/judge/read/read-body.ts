import { type EventStream, mostEvents } from '../../model/events.ts'
import { type Exchange, header, notCaptured } from '../../model/exchange.ts'
import { parseJson } from '../../wire/parse-json.ts'
import { parseStream } from '../../wire/sse.ts'
import { decodedBody, encodingsOf } from './decode.ts'

/** A response body as far as it can be read. */
export interface ReadBody {
  /** True if the response ended by itself, and all of it was read. */
  readonly complete: boolean
  /** Why not, or what is wrong with the encoding of a body that ended by itself: the end of "the body …, because …". */
  readonly unread?: string
  readonly bytes: Uint8Array
  readonly json: unknown
  /** The character set of JSON that is not UTF-8. */
  readonly charset?: string
  readonly stream: EventStream | undefined
}

/** The ways to read a body. One with events is no JSON: JSON text has no line that begins with a field's name. */
export type ReadAs = 'json' | 'stream' | 'json and stream'

/** A reply has a few thousand members at most; beyond this bound reading costs more than it can show. */
const mostJsonPieces = 100_000

const nothing = new Uint8Array()

/** Reads the body of a response. Bounded in memory, whatever the body is. */
export function readBody(exchange: Exchange, as: ReadAs): ReadBody {
  const missing =
    exchange.response === null
      ? undefined
      : notCaptured({ captured: exchange.captured }, ['response-headers', 'response-body'])
  if (missing !== undefined) return unreadable(exchange, missing, false, as)
  const decoded = decodedBody(exchange)
  if (!('bytes' in decoded)) return unreadable(exchange, decoded.trouble, decoded.isDefect, as)
  const { bytes } = decoded
  const stream = as === 'json' ? undefined : streamOf(exchange, bytes)
  const mayBeJson = as !== 'stream' && (stream === undefined || stream.events.length === 0)
  const isTooMuch = mayBeJson && piecesIn(bytes) > mostJsonPieces
  // The beginning of a message that broke off is not the message, even if it happens to be JSON (RFC 9112 §8).
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

/** A defect of the target is judged, as a body without bytes. Other trouble is not. */
function unreadable(exchange: Exchange, trouble: string, isDefect: boolean, as: ReadAs): ReadBody {
  const complete = isDefect && exchange.ended === 'complete'
  const stream = as === 'json' ? undefined : parseStream([])
  return { complete, unread: early(exchange) ?? trouble, bytes: nothing, json: undefined, stream }
}

function early({ ended, trouble }: Exchange): string | undefined {
  return ended === 'complete' ? undefined : `the exchange ended early (${trouble ?? ended})`
}

function excess(isTooMuch: boolean, stream: EventStream | undefined): string | undefined {
  if (isTooMuch) return `the JSON has more than ${mostJsonPieces} members and items`
  return stream?.isCutShort === true ? `the stream has more than ${mostEvents} events` : undefined
}

/**
 * Arrival times belong to encoded chunks: a body that had to be decoded is one chunk, which came with the last byte.
 */
function streamOf(exchange: Exchange, bytes: Uint8Array): EventStream {
  const chunks = exchange.response?.chunks ?? []
  if (encodingsOf(exchange).length === 0) return parseStream(chunks, mostEvents)
  return parseStream([{ at: chunks.at(-1)?.at ?? 0, bytes }], mostEvents)
}

/** The most members and items that JSON text has: each but the first of its list or object follows a comma. */
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

/** A JSON value, and the character set by which its bytes were read where that is not UTF-8. */
interface ParsedJson {
  /** `undefined` where the bytes are not JSON. */
  readonly json: unknown
  readonly charset?: string
}

/**
 * Parses JSON in UTF-8, or else in the character set that the content type declares. Another character set violates
 * RFC 8259 §8.1, but the rest of the body is judged all the same (interpretation G14).
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

/** The `charset` parameter of a content type, in lower case (RFC 9110 §8.3.2). */
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
