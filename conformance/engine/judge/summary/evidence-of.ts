import type { Exchange } from '../../../core/model/exchange.ts'
import type { EvidenceBody, ExchangeEvidence } from '../../../core/model/report.ts'
import type { Endpoint } from '../../../core/model/vocabulary.ts'
import { decodedBody } from '../read/decode.ts'
import { isAnsweredByEvents, readBody } from '../read/read-body.ts'
import { asReadable } from '../read/readable.ts'

/** The most bytes of a body that a report shows. Evidence files keep the whole body. */
const bodyShown = 8 * 1024
/** The most events of a stream that a report shows, and the most characters of each. */
const eventsShown = 200
const eventDataShown = 1000
/** The number of events shown before and after an offending one, wherever it is. */
const eventsAround = 4
/** The most chunks whose arrival times a report shows. */
const chunksShown = 200

/**
 * Returns an exchange in the form that a report shows. A long stream is reduced to its beginning and to the events
 * around offending ones.
 */
export function evidenceOf(
  exchange: Exchange,
  about: { readonly operation?: Endpoint; readonly purpose?: string },
  offending: readonly number[] = [],
): ExchangeEvidence {
  const readable = asReadable(exchange)
  const { id, startedAt, durationMs, ended, trouble, request } = readable
  return {
    id,
    ...about,
    startedAt,
    durationMs,
    ended,
    trouble,
    request: { method: request.method, path: request.path, headers: request.headers, body: shownBody(request.body) },
    response: shownResponse(readable, offending),
    ...(exchange.behind === undefined
      ? {}
      : { received: exchange.behind.received.map((one) => ({ format: one.format, ...evidenceOf(one.exchange, {}) })) }),
  }
}

function shownResponse(exchange: Exchange, offending: readonly number[]): ExchangeEvidence['response'] {
  const { response } = exchange
  if (response === null) return null
  const body = decodedBody(exchange)
  const isStream = isAnsweredByEvents(exchange)
  return {
    status: response.status,
    headers: response.headers,
    body: shownBody('bytes' in body ? body.bytes : new Uint8Array()),
    chunks: response.chunks.slice(0, chunksShown).map(({ at, bytes }) => ({ at, bytes: bytes.length })),
    ...(response.chunks.length > chunksShown ? { chunksTotal: response.chunks.length } : {}),
    ...(isStream ? shownEvents(exchange, offending) : {}),
  }
}

type Response = NonNullable<ExchangeEvidence['response']>

function shownEvents(exchange: Exchange, offending: readonly number[]): Pick<Response, 'events' | 'eventsTotal'> {
  const events = readBody(exchange, 'stream').stream?.events ?? []
  const isNear = (index: number) => offending.some((one) => Math.abs(index - one) <= eventsAround)
  const listed = events.filter(({ index }, place) => place < eventsShown || isNear(index))
  const shown = listed.map(({ index, at, chunk, name, data }) => ({
    index,
    at,
    chunk,
    name,
    data: data.slice(0, eventDataShown),
    ...(data.length > eventDataShown ? { characters: data.length } : {}),
  }))
  return { events: shown, ...(events.length > listed.length ? { eventsTotal: events.length } : {}) }
}

function shownBody(bytes: Uint8Array): EvidenceBody {
  const shown = bytes.subarray(0, bodyShown)
  const truncated = bytes.length > bodyShown
  const text = asText(shown, truncated)
  if (text !== undefined) return { text, bytes: bytes.length, truncated }
  return { base64: Buffer.from(shown).toString('base64'), bytes: bytes.length, truncated }
}

/** Returns UTF-8 text; `undefined` if the bytes are none. Ignores a character that the cut divides. */
function asText(bytes: Uint8Array, isCut: boolean): string | undefined {
  for (let dropped = 0; dropped <= (isCut ? 3 : 0); dropped += 1) {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
        bytes.subarray(0, bytes.length - dropped),
      )
    } catch {
      // Tries again with one byte less, which may end at a whole character.
    }
  }
  return undefined
}
