import { readFileSync } from 'node:fs'
import { exchangeWith } from '../conformance/core/model/exchange.fixture.ts'
import type { Chunk, Exchange, HeaderLine } from '../conformance/core/model/exchange.ts'
import type { ReceivedRequest } from '../conformance/core/model/upstream.ts'
import { encodeMultipart } from '../conformance/core/wire/multipart.ts'
import { padPng } from '../conformance/core/wire/pad-png.ts'
import {
  type WrittenBody,
  type WrittenEvent,
  type WrittenExchange,
  type WrittenHeaders,
  type WrittenLine,
  type WrittenPart,
  type WrittenReceived,
  writtenCorpus,
} from '../conformance/specification/traceability/corpus.ts'

/** A line of the corpus with its exchanges. */
export interface CorpusLine extends Omit<WrittenLine, 'exchanges'> {
  readonly exchanges: readonly Exchange[]
}

const folder = new URL('../fixtures/corpus/', import.meta.url)

/** Reads all lines of a corpus. Throws on a line that does not have the form that the README defines. */
export function readCorpus(from = folder): readonly CorpusLine[] {
  return writtenCorpus(from).map((line) => ({ ...line, exchanges: line.exchanges.map(asExchange) }))
}

function asExchange({ request, response, ended = 'complete', behind }: WrittenExchange, index: number): Exchange {
  const sent = bodyOf(request)
  const received = response && bodyOf(response)
  return exchangeWith({
    id: `line-${index}`,
    startedAt: index * 10,
    durationMs: 5,
    request: {
      method: request.method,
      path: request.path,
      headers: headerLines(request.headers, sent.type),
      body: sent.bytes,
    },
    response:
      response && received
        ? {
            status: response.status,
            headers: headerLines(response.headers, received.type),
            chunks: chunksOf(response, received.bytes),
          }
        : null,
    ended,
    ...(behind === undefined ? {} : { behind: { ...behind, received: behind.received.map(asReceived) } }),
  })
}

function asReceived({ format, isFreed, ...exchange }: WrittenReceived): ReceivedRequest {
  return { format, exchange: asExchange(exchange, 0), ...(isFreed === undefined ? {} : { isFreed }) }
}

/** Returns the given headers. Adds the content type of the body if none is given; an empty value omits the header. */
function headerLines(headers: WrittenHeaders = {}, type: string | undefined): readonly HeaderLine[] {
  const isGiven = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
  const own = isGiven || type === undefined ? [] : [['content-type', type] as const]
  const given = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const))
  return [...own, ...given.filter(([, value]) => value !== '')]
}

function bodyOf(body: WrittenBody): { readonly bytes: Uint8Array; readonly type?: string } {
  if (body.multipart) return multipartBody(body.multipart)
  if (body.events) return { bytes: bytes(body.events.map(eventText).join('')), type: 'text/event-stream' }
  if (body.text !== undefined) return { bytes: bytes(body.text), type: 'application/json' }
  if (body.base64 !== undefined) return { bytes: new Uint8Array(Buffer.from(body.base64, 'base64')) }
  if ('json' in body) return { bytes: bytes(JSON.stringify(body.json)), type: 'application/json' }
  return { bytes: new Uint8Array() }
}

/** Returns the whole body as one chunk, or one chunk for each event if the events have arrival times. */
function chunksOf({ events = [] }: WrittenBody, whole: Uint8Array): readonly Chunk[] {
  if (events.every(({ at }) => at === undefined)) return [{ at: 5, bytes: whole }]
  return events.map((event) => ({ at: event.at ?? 5, bytes: bytes(eventText(event)) }))
}

function eventText({ event, data }: WrittenEvent): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`
}

function multipartBody(parts: readonly WrittenPart[]): { readonly bytes: Uint8Array; readonly type: string } {
  const { body, contentType } = encodeMultipart(
    parts.map(({ name, value, filename, type, ...file }) =>
      value === undefined
        ? { name, filename: filename ?? 'a.png', type: type ?? 'image/png', bytes: fileBytes(file) }
        : { name, value },
    ),
  )
  return { bytes: body, type: contentType }
}

function fileBytes({ fixture, text, padTo }: Pick<WrittenPart, 'fixture' | 'text' | 'padTo'>): Uint8Array {
  if (text !== undefined) return bytes(text)
  const file = new Uint8Array(readFileSync(new URL(`../images/${fixture}`, folder)))
  return padTo === undefined ? file : padPng(file, padTo)
}

function bytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'utf8'))
}
