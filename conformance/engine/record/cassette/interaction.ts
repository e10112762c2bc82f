import { isUtf8 } from 'node:buffer'
import { isObject, type Members, membersOf } from '../../../../schemas/json.ts'
import type { HeaderLine } from '../../../core/model/exchange.ts'

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
  /** The start of the request; absent if the recorder does not write it. */
  readonly startedAt?: unknown
  /** The time of recording, which is after the response; absent if the recorder does not write it. */
  readonly recordedAt?: unknown
  readonly durationMs?: number | undefined
}

/** Returns an interaction in the form of a HAR entry. Facts that it lacks are absent there too. */
export function harEntry(one: Interaction): Members {
  const { method, url, requestHeaders, requestBody, status, responseHeaders, responseBody } = one
  return {
    ...(one.startedAt === undefined ? {} : { startedDateTime: one.startedAt }),
    _recordedAt: one.recordedAt,
    time: one.durationMs,
    request: {
      method,
      url,
      headers: linesOf(requestHeaders),
      ...(requestBody === undefined ? {} : { postData: harBody(requestBody) }),
    },
    response: {
      status,
      headers: linesOf(responseHeaders),
      content: { ...harBody(responseBody), ...(one.isOfEvents === true ? { _isOfEvents: true } : {}) },
    },
  }
}

function linesOf(headers: readonly HeaderLine[]): readonly Members[] {
  return headers.map(([name, value]) => ({ name, value }))
}

function harBody(body: CassetteBody): Members {
  if (body === undefined) return {}
  if (typeof body === 'string') return { text: body }
  return isUtf8(body)
    ? { text: Buffer.from(body).toString('utf8') }
    : { text: Buffer.from(body).toString('base64'), encoding: 'base64' }
}

/** Reads headers as a map from names to a value or a list of values. */
export function headersIn(value: unknown): readonly HeaderLine[] {
  return Object.entries(membersOf(value)).flatMap(([name, values]) =>
    [values].flat().flatMap((text): readonly HeaderLine[] => (isScalar(text) ? [[name, textOf(text)]] : [])),
  )
}

export function isScalar(value: unknown): value is string | number | boolean | Uint8Array {
  return ['string', 'number', 'boolean'].includes(typeof value) || value instanceof Uint8Array
}

function textOf(value: string | number | boolean | Uint8Array): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)
}

/** The members of an event that was stored with its fields. */
const fields: ReadonlySet<string> = new Set(['event', 'data', 'id', 'retry'])

/**
 * Returns the stream that a recorder parsed: a list of payloads, or of events with their fields. Returns `undefined` for
 * anything else. A payload with a `type` gets that as the name of its event, as clients need one.
 */
export function eventsIn(value: unknown): string | undefined {
  if (!Array.isArray(value) || !value.every((item) => isObject(item) || typeof item === 'string')) return undefined
  return value.map(eventOf).join('')
}

function eventOf(item: unknown): string {
  const isOfFields = isObject(item) && 'data' in item && Object.keys(item).every((name) => fields.has(name))
  const { name, data } = isOfFields
    ? { name: item['event'], data: item['data'] }
    : { name: isObject(item) ? item['type'] : undefined, data: item }
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  const lines = text.split('\n').map((line) => `data: ${line}\n`)
  return `${typeof name === 'string' ? `event: ${name}\n` : ''}${lines.join('')}\n`
}
