import { isUtf8 } from 'node:buffer'
import type { HeaderLine } from '../../../core/model/exchange.ts'
import type { JsonObject } from '../evidence/read-json.ts'
import { asObject } from '../har/har-json.ts'

/** A body in a cassette; `undefined` if its bytes are unknown. */
export type CassetteBody = string | Uint8Array | undefined

/** The parts of an interaction that cassettes have in common. */
export interface Interaction {
  readonly method: unknown
  readonly url: unknown
  readonly requestHeaders: readonly HeaderLine[]
  readonly requestBody: CassetteBody
  readonly status: unknown
  readonly responseHeaders: readonly HeaderLine[]
  readonly responseBody: CassetteBody
  /** True if the recorder stored a stream as a list of its parsed events. */
  readonly isOfEvents?: boolean
  /** The time of recording, which is after the response; absent if the recorder does not write it. */
  readonly recordedAt?: unknown
  readonly durationMs?: number | undefined
}

/** Returns an interaction in the form of a HAR entry. Facts that it lacks are absent there too. */
export function harEntry(one: Interaction): JsonObject {
  const { method, url, requestHeaders, requestBody, status, responseHeaders, responseBody } = one
  return {
    _recordedAt: one.recordedAt,
    time: one.durationMs,
    request: {
      ...{ method, url, headers: linesOf(requestHeaders) },
      ...(requestBody === undefined ? {} : { postData: bodyOf(requestBody) }),
    },
    response: {
      status,
      headers: linesOf(responseHeaders),
      content: { ...bodyOf(responseBody), ...(one.isOfEvents === true ? { _isOfEvents: true } : {}) },
    },
  }
}

function linesOf(headers: readonly HeaderLine[]): readonly JsonObject[] {
  return headers.map(([name, value]) => ({ name, value }))
}

function bodyOf(body: CassetteBody): JsonObject {
  if (body === undefined) return {}
  if (typeof body === 'string') return { text: body }
  return isUtf8(body)
    ? { text: Buffer.from(body).toString('utf8') }
    : { text: Buffer.from(body).toString('base64'), encoding: 'base64' }
}

/** Reads headers as a map from names to a value or a list of values. */
export function headersIn(value: unknown): readonly HeaderLine[] {
  return Object.entries(asObject(value)).flatMap(([name, values]) =>
    [values].flat().flatMap((text): readonly HeaderLine[] => (isScalar(text) ? [[name, textOf(text)]] : [])),
  )
}

/** Reads a body that is a string, bytes, or an object with `string` or `base64_string`. */
export function bodyIn(value: unknown): CassetteBody {
  if (isScalar(value)) return value instanceof Uint8Array ? value : String(value)
  const { string, base64_string: base64, encoding } = asObject(value)
  if (typeof base64 === 'string') return new Uint8Array(Buffer.from(base64, 'base64'))
  if (string instanceof Uint8Array) return string
  return isScalar(string) ? encoded(String(string), encoding) : undefined
}

/** Encodes a text that the recorder decoded back into its bytes. Supports only UTF-8 and Latin-1. */
function encoded(text: string, encoding: unknown): CassetteBody {
  const name = typeof encoding === 'string' ? encoding.toLowerCase().replaceAll('_', '-') : 'utf-8'
  if (['utf-8', 'utf8', 'ascii', 'us-ascii', 'ascii-8bit', 'binary'].includes(name)) return text
  const isLatin = ['iso-8859-1', 'latin-1', 'latin1'].includes(name) && /^[\0-\xff]*$/.test(text)
  return isLatin ? new Uint8Array(Buffer.from(text, 'latin1')) : undefined
}

function isScalar(value: unknown): value is string | number | boolean | Uint8Array {
  return ['string', 'number', 'boolean'].includes(typeof value) || value instanceof Uint8Array
}

function textOf(value: string | number | boolean | Uint8Array): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)
}
