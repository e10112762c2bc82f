import {
  type Chunk,
  type Ended,
  type Exchange,
  type Facet,
  facets,
  type HeaderLine,
  type RecordedRequest,
  type RecordedResponse,
} from '../../model/exchange.ts'
import { wholeBody } from '../../model/whole-body.ts'
import { decodeBody, encodeBody, type FromBase64, type Pack, type ToBase64 } from './body-codec.ts'
import { caseFactsFrom } from './case-facts.ts'
import { isListOf, isNumber, isObject, isPair, isText, type JsonObject } from './read-json.ts'

/** An exchange as plain JSON. A response's body is one piece, and `chunks` says when each part came and how long it was. */
export function toJson(exchange: Exchange, toBase64?: ToBase64, pack?: Pack): JsonObject {
  const { request, response } = exchange
  return {
    ...exchange,
    request: { ...request, body: encodeBody(request.body, toBase64, pack) },
    response: response === null ? null : responseToJson(response, toBase64, pack),
  }
}

function responseToJson({ status, headers, chunks }: RecordedResponse, toBase64?: ToBase64, pack?: Pack): JsonObject {
  const body = encodeBody(wholeBody(chunks), toBase64, pack)
  return { status, headers, chunks: chunks.map(({ at, bytes }) => [at, bytes.length]), body }
}

/** The exchange that `toJson` was given, or in one line what is wrong with the value. Total. */
export function fromJson(value: JsonObject, fromBase64?: FromBase64): Exchange | string {
  const { id, source, captured, redacted, startedAt, durationMs, ended, trouble, redirects } = value
  if (!isText(id) || id === '') return 'it has no id'
  if (!isSource(source)) return `its source is ${shown(source)}`
  if (!isListOf(captured, isFacet)) return `what was captured is ${shown(captured)}`
  if (redacted !== undefined && !isListOf(redacted, isFacet)) return `what was redacted is ${shown(redacted)}`
  if (!isNumber(startedAt) || !isNumber(durationMs)) return 'its times are not numbers'
  if (!isEnded(ended)) return `it ended ${shown(ended)}`
  if (trouble !== undefined && !isText(trouble)) return `its trouble is ${shown(trouble)}`
  if (redirects !== undefined && !isListOf(redirects, isRedirect)) return 'its redirects cannot be read'
  const request = requestFrom(value['request'], fromBase64)
  if (request === undefined) return 'its request cannot be read'
  const response = value['response'] === null ? null : responseFrom(value['response'], fromBase64)
  if (response === undefined) return 'its response cannot be read'
  const facts = caseFactsFrom(value)
  if (typeof facts === 'string') return facts
  const rest = {
    ...facts,
    ...(redacted === undefined ? {} : { redacted }),
    ...(trouble === undefined ? {} : { trouble }),
    ...(redirects === undefined ? {} : { redirects }),
  }
  return { id, source, captured, startedAt, durationMs, request, response, ended, ...rest }
}

function requestFrom(value: unknown, fromBase64?: FromBase64): RecordedRequest | undefined {
  if (!isObject(value)) return undefined
  const { method, path, headers } = value
  const body = decodeBody(value['body'], fromBase64)
  if (!isText(method) || !isText(path) || !isListOf(headers, isHeaderLine) || body === undefined) return undefined
  return { method, path, headers, body }
}

function responseFrom(value: unknown, fromBase64?: FromBase64): RecordedResponse | undefined {
  if (!isObject(value)) return undefined
  const { status, headers, chunks } = value
  const body = decodeBody(value['body'], fromBase64)
  if (!isNumber(status) || !isListOf(headers, isHeaderLine) || !isListOf(chunks, isCut) || body === undefined)
    return undefined
  const parts = cut(body, chunks)
  return parts === undefined ? undefined : { status, headers, chunks: parts }
}

/** The body in the parts it came in; `undefined` where the parts do not make up the body. */
function cut(body: Uint8Array, cuts: readonly (readonly [number, number])[]): readonly Chunk[] | undefined {
  let from = 0
  const chunks = cuts.map(([at, length]) => {
    const start = from
    from += length
    return { at, bytes: body.subarray(start, from) }
  })
  return from === body.length ? chunks : undefined
}

function isHeaderLine(value: unknown): value is HeaderLine {
  return isPair(value, isText, isText)
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
const endings: Readonly<Record<Ended, true>> = {
  complete: true,
  reset: true,
  timeout: true,
  cancelled: true,
  'too-large': true,
}

function isSource(value: unknown): value is Exchange['source'] {
  return isText(value) && Object.hasOwn(sources, value)
}

function isEnded(value: unknown): value is Ended {
  return isText(value) && Object.hasOwn(endings, value)
}

function isFacet(value: unknown): value is Facet {
  return (facets as readonly unknown[]).includes(value)
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 60)
}
