import { randomUUID } from 'node:crypto'
import { validate } from '../../../../schemas/index.ts'
import { isObject, type Members } from '../../../../schemas/json.ts'
import {
  type Chunk,
  type Exchange,
  type Facet,
  facets,
  isEnded,
  type RecordedRequest,
  type RecordedResponse,
} from '../../../core/model/exchange.ts'
import type { Behind } from '../../../core/model/upstream.ts'
import type { Endpoint } from '../../../core/model/vocabulary.ts'
import { wholeBody } from '../../../core/model/whole-body.ts'
import { decodeBody, encodeBody, type FromBase64, type Pack, type ToBase64 } from './body-codec.ts'
import { caseFactsFrom, isCount } from './case-facts.ts'
import { type EvidenceFooter, type EvidenceHeader, footerFrom, headerFrom } from './frame.ts'
import { isListOf, isNumber, isPair, isText, isTextPair, parseObject } from './read-json.ts'

/** The purpose of an exchange. */
export interface ExchangePurpose {
  readonly operation?: Endpoint
  readonly purpose?: string
}

/** A line of an evidence file. */
export type EvidenceLine =
  | { readonly kind: 'header'; readonly header: EvidenceHeader }
  | { readonly kind: 'exchange'; readonly exchange: Exchange; readonly about: ExchangePurpose }
  | { readonly kind: 'footer'; readonly footer: EvidenceFooter }
  | { readonly kind: 'problem'; readonly problem: string }

/** Encodes an exchange as one line of JSON, without its line end. */
export function encode(exchange: Exchange, about: ExchangePurpose = {}): string {
  return JSON.stringify({ kind: 'exchange', about, ...toJson(exchange) })
}

/**
 * Encodes an exchange in pieces and with its line end, so that a large body never exists as text. Use each piece before
 * requesting the next.
 */
export function* encodeInPieces(
  exchange: Exchange,
  about: ExchangePurpose = {},
  pack?: Pack,
): Generator<string | Uint8Array> {
  const bodies: Buffer[] = []
  // The stand-in is random, so that nothing that a target sends equals it.
  let standIn: string | undefined
  const inPieces = (bytes: Buffer): string => {
    if (bytes.length <= pieceLength) return bytes.toString('base64')
    standIn ??= `later-${randomUUID()}-`
    return standIn + (bodies.push(bytes) - 1)
  }
  const json = toJson(exchange, inPieces, pack)
  const line = `${JSON.stringify({ kind: 'exchange', about, ...json })}\n`
  if (standIn === undefined) {
    yield line
    return
  }
  for (const [index, text] of line.split(standIn).entries()) {
    if (index === 0) yield text
    else {
      const [, number = '', rest = ''] = /^(\d+)(.*)$/s.exec(text) ?? []
      yield* base64Pieces(bodies[Number(number)]!)
      yield rest
    }
  }
}

/**
 * The bytes that are encoded at a time. A multiple of three, so that the base64 has no padding. Short strings are
 * garbage-collected sooner than long ones.
 */
const pieceLength = 3 * 64 * 1024

function* base64Pieces(bytes: Buffer): Generator<Uint8Array> {
  const room = Buffer.allocUnsafeSlow((pieceLength / 3) * 4)
  for (let from = 0; from < bytes.length; from += pieceLength) {
    const length = room.write(bytes.toString('base64', from, from + pieceLength), 'latin1')
    yield room.subarray(0, length)
  }
}

export function encodeHeader(header: EvidenceHeader): string {
  return JSON.stringify({ kind: 'header', ...header })
}

export function encodeFooter(footer: EvidenceFooter): string {
  return JSON.stringify({ kind: 'footer', ...footer })
}

/** Decodes a line; anything invalid is a described problem. */
export function decode(line: string, fromBase64?: FromBase64): EvidenceLine {
  const value = parseObject(line)
  if (value === undefined) return problem('it is not a JSON object')
  switch (value['kind']) {
    case 'header':
      return said(headerFrom(value), (header) => ({ kind: 'header', header }))
    case 'exchange':
      return said(fromJson(value, fromBase64), (exchange) => ({ kind: 'exchange', exchange, about: aboutFrom(value) }))
    case 'footer':
      return said(footerFrom(value), (footer) => ({ kind: 'footer', footer }))
    default:
      return problem('it is neither a header, nor an exchange, nor a footer')
  }
}

function said<T extends object>(read: T | string, asLine: (read: T) => EvidenceLine): EvidenceLine {
  return typeof read === 'string' ? problem(read) : asLine(read)
}

function problem(text: string): EvidenceLine {
  return { kind: 'problem', problem: text }
}

/** Reads operation and purpose. Leaves out values that are not text. */
function aboutFrom(value: Members): ExchangePurpose {
  const about = (value['about'] ?? {}) as Record<string, unknown>
  const words = ['operation', 'purpose'].filter((word) => isText(about[word]))
  return Object.fromEntries(words.map((word) => [word, about[word]])) as ExchangePurpose
}

/**
 * Returns an exchange as plain JSON. The body of a response is a single value, and `chunks` has the time and length of
 * each part.
 */
function toJson(exchange: Exchange, toBase64?: ToBase64, pack?: Pack): Members {
  const { request, response } = exchange
  return {
    ...exchange,
    request: { ...request, body: encodeBody(request.body, toBase64, pack) },
    response: response === null ? null : responseToJson(response, toBase64, pack),
    ...(exchange.behind === undefined ? {} : { behind: behindToJson(exchange.behind, toBase64, pack) }),
  }
}

function behindToJson(behind: Behind, toBase64?: ToBase64, pack?: Pack): Members {
  const received = behind.received.map((one) => ({ ...one, exchange: toJson(one.exchange, toBase64, pack) }))
  return { ...behind, received }
}

function responseToJson({ status, headers, chunks }: RecordedResponse, toBase64?: ToBase64, pack?: Pack): Members {
  const body = encodeBody(wholeBody(chunks), toBase64, pack)
  return { status, headers, chunks: chunks.map(({ at, bytes }) => [at, bytes.length]), body }
}

/** Restores an exchange from `toJson`, or returns the error in one line. */
function fromJson(value: Members, fromBase64?: FromBase64): Exchange | string {
  const { id, source, captured, redacted, startedAt, durationMs, connection, ended, trouble, redirects } = value
  if (!isText(id) || id === '') return 'it has no id'
  if (!isSource(source)) return `its source is ${shown(source)}`
  if (!isListOf(captured, isFacet)) return `what was captured is ${shown(captured)}`
  if (redacted !== undefined && !isListOf(redacted, isFacet)) return `what was redacted is ${shown(redacted)}`
  if (!isNumber(startedAt) || !isNumber(durationMs)) return 'its times are not numbers'
  if (connection !== undefined && !isCount(connection)) return `its connection is ${shown(connection)}`
  if (!isEnded(ended)) return `it ended ${shown(ended)}`
  if (trouble !== undefined && !isText(trouble)) return `its trouble is ${shown(trouble)}`
  if (redirects !== undefined && !isListOf(redirects, isRedirect)) return 'its redirects cannot be read'
  const request = requestFrom(value['request'], fromBase64)
  if (request === undefined) return 'its request cannot be read'
  const response = value['response'] === null ? null : responseFrom(value['response'], fromBase64)
  if (response === undefined) return 'its response cannot be read'
  const behind = value['behind'] === undefined ? undefined : behindFrom(value['behind'], fromBase64)
  if (typeof behind === 'string') return behind
  const facts = caseFactsFrom(value)
  if (typeof facts === 'string') return facts
  const rest = {
    ...facts,
    ...(redacted === undefined ? {} : { redacted }),
    ...(connection === undefined ? {} : { connection }),
    ...(trouble === undefined ? {} : { trouble }),
    ...(redirects === undefined ? {} : { redirects }),
    ...(behind === undefined ? {} : { behind }),
  }
  return { id, source, captured, startedAt, durationMs, request, response, ended, ...rest }
}

/** Restores the other side of an exchange of the experiment, or returns the error in one line. */
function behindFrom(value: unknown, fromBase64?: FromBase64): Behind | string {
  const [violation] = validate('results/behind', value).violations
  if (violation !== undefined) return `what happened behind it cannot be read: ${violation.message}`
  const { received, ...rest } = value as Omit<Behind, 'received'> & { readonly received: readonly Members[] }
  const read = received.map((one) => ({ ...one, exchange: fromJson(one['exchange'] as Members, fromBase64) }))
  const problem = read.find(({ exchange }) => typeof exchange === 'string')?.exchange
  return typeof problem === 'string' ? problem : { ...rest, received: read as unknown as Behind['received'] }
}

function requestFrom(value: unknown, fromBase64?: FromBase64): RecordedRequest | undefined {
  if (!isObject(value)) return undefined
  const { method, path, headers } = value
  const body = decodeBody(value['body'], fromBase64)
  if (!isText(method) || !isText(path) || !isListOf(headers, isTextPair) || body === undefined) return undefined
  return { method, path, headers, body }
}

function responseFrom(value: unknown, fromBase64?: FromBase64): RecordedResponse | undefined {
  if (!isObject(value)) return undefined
  const { status, headers, chunks } = value
  const body = decodeBody(value['body'], fromBase64)
  if (!isNumber(status) || !isListOf(headers, isTextPair) || !isListOf(chunks, isCut) || body === undefined)
    return undefined
  const parts = cut(body, chunks)
  return parts === undefined ? undefined : { status, headers, chunks: parts }
}

/** Splits a body into its parts; `undefined` if they do not add up to the body. */
function cut(body: Uint8Array, cuts: readonly (readonly [number, number])[]): readonly Chunk[] | undefined {
  let from = 0
  const chunks = cuts.map(([at, length]) => {
    const start = from
    from += length
    return { at, bytes: body.subarray(start, from) }
  })
  return from === body.length ? chunks : undefined
}

function isCut(value: unknown): value is readonly [number, number] {
  return isPair(value, isNumber, isLength)
}

function isLength(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function isRedirect(value: unknown): value is { status: number; location: string } {
  return isObject(value) && isNumber(value['status']) && isText(value['location'])
}

const sources: Readonly<Record<Exchange['source'], true>> = { runner: true, proxy: true, har: true }

function isSource(value: unknown): value is Exchange['source'] {
  return isText(value) && Object.hasOwn(sources, value)
}

function isFacet(value: unknown): value is Facet {
  return (facets as readonly unknown[]).includes(value)
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 60)
}
