import { isUtf8 } from 'node:buffer'
import {
  type Exchange,
  type Facet,
  type HeaderLine,
  header,
  mediaType,
  type RecordedRequest,
  type RecordedResponse,
} from '../../model/exchange.ts'
import { isCassette } from '../cassette/read-cassette.ts'
import { recorded, type TargetWords } from '../client/recorded.ts'
import type { JsonObject } from '../evidence/read-json.ts'
import { bringsKnownKey, hiddenHeaders, hiddenPath, type LabelOf } from './credentials.ts'
import { brokenOffByTarget, endingOf } from './ending.ts'
import { asNumber, asObject, asSize, headerLines, methodOf, writtenBytes } from './har-json.ts'
import type { Ours } from './ours.ts'
import { requestBody } from './request-body.ts'

/** Facts that an entry does not contain. */
export interface EntryContext {
  readonly id: string
  /** Path and query below the target's base URL, as the entry has them. */
  readonly path: string
  /** Milliseconds from the beginning of the recording. */
  readonly startedAt: number
  /** The program that wrote the HAR. */
  readonly creator: string
  readonly labelOf: LabelOf
  readonly words: TargetWords
  /** The specification requires a version header in this request. */
  readonly isVersioned: boolean
  readonly ours?: Ours
}

/** Makes an exchange of an entry, with the names of the specification and without secrets. Accepts any JSON. */
export function toExchange(entry: JsonObject, about: EntryContext): Exchange {
  const { id, startedAt, creator, ours } = about
  const durationMs = Math.max(0, asNumber(entry['time']) ?? 0)
  const { request, body } = readRequest(asObject(entry['request']), about)
  const isKept = isCassette(creator)
  const answer = readResponse(asObject(entry['response']), { ours, at: durationMs, isKept })
  return {
    id,
    ...ours?.facts,
    source: 'har',
    captured: ours?.captured.filter((facet) => isThere(facet, body, answer)) ?? [
      ...(isWhollyKnown(request, about) ? (['request-headers'] as const) : []),
      ...(body === undefined ? [] : (['request-body'] as const)),
      ...(answer?.captured ?? []),
    ],
    ...{ startedAt, durationMs, request },
    response:
      answer === undefined
        ? null
        : { ...answer.response, headers: hiddenHeaders(answer.response.headers, about.labelOf) },
    ...endOf(answer, ours, { creator, trouble: brokenOffByTarget(entry) }),
  }
}

function readRequest(request: JsonObject, { path, words, labelOf, ours }: EntryContext) {
  const headers = headerLines(request['headers'])
  const body = requestBody(request, headers, ours !== undefined)
  const asWritten: RecordedRequest = {
    method: methodOf(request['method']),
    path: hiddenPath(path, labelOf),
    headers: hiddenHeaders(headers, labelOf),
    body: body ?? new Uint8Array(),
  }
  return { request: ours === undefined ? recorded(asWritten, words) : asWritten, body }
}

/** A HAR of ours may contain a shortened body. */
function isThere(facet: Exchange['captured'][number], body: Uint8Array | undefined, answer: ReadResponse | undefined) {
  if (facet === 'request-body') return body !== undefined
  return facet !== 'response-body' || answer?.captured.includes(facet) !== false
}

/**
 * Programs leave credentials out by default, and only someone who knows the target's header names knows which one is
 * missing.
 */
function isWhollyKnown({ path, headers }: RecordedRequest, { words, isVersioned }: EntryContext): boolean {
  const isNamed = !isVersioned || words.headers !== undefined || header(headers, 'provider-version') !== undefined
  return isNamed && bringsKnownKey({ path, headers })
}

interface EntryEnd {
  readonly creator: string
  /** The network error if the target broke the connection. */
  readonly trouble: string | undefined
}

function endOf(answer: ReadResponse | undefined, ours: Ours | undefined, { creator, trouble: broken }: EntryEnd) {
  if (ours !== undefined) {
    const { ended, trouble } = ours
    return { ended, trouble }
  }
  if (broken !== undefined) return { ended: 'reset', trouble: broken } as const
  return answer === undefined ? ({ ended: 'cancelled' } as const) : endingOf(answer.response, creator)
}

/** A response, and the recorded parts of it. */
interface ReadResponse {
  readonly response: RecordedResponse
  readonly captured: readonly Facet[]
}

interface ResponseContext {
  readonly ours: Ours | undefined
  /** The time of its last byte. */
  readonly at: number
  /** The recorder keeps every body, so that an empty one is empty. */
  readonly isKept: boolean
}

/** Reads the response of an entry; `undefined` if there was none. */
function readResponse(value: JsonObject, { ours, at, isKept }: ResponseContext): ReadResponse | undefined {
  const status = asNumber(value['status'])
  if (status === undefined || !Number.isInteger(status) || status < 100) return undefined
  const headers = headerLines(value['headers'])
  const content = asObject(value['content'])
  const isOurs = ours !== undefined
  const isEmpty = isKept && content['text'] === ''
  const bytes = isEmpty ? none : bodyOf(content, headers, status, isOurs)
  const isDecoded = ours === undefined ? isUndone(headers, bytes) : !ours.isEncoded
  return {
    response: {
      status,
      headers: isDecoded ? headers.filter(([name]) => name.toLowerCase() !== 'content-encoding') : headers,
      chunks: bytes === undefined || bytes.length === 0 ? [] : [{ at, bytes }],
    },
    captured: [
      ...(headers.length > 0 || isOurs ? (['response-headers'] as const) : []),
      ...(bytes === undefined ? [] : (['response-body'] as const)),
    ],
  }
}

const none = new Uint8Array()

/** An absent or empty text may be a body that was not recorded. A body is only empty if its size is 0. */
function bodyOf(
  content: JsonObject,
  headers: readonly HeaderLine[],
  status: number,
  isOurs: boolean,
): Uint8Array | undefined {
  if (content['text'] === undefined || content['text'] === '') {
    const isEmpty = isOurs ? content['size'] === 0 : status === 204 || header(headers, 'content-length') === '0'
    return isEmpty ? none : undefined
  }
  const bytes = writtenBytes(content)
  return bytes === undefined || isCutShort(content, bytes) ? undefined : bytes
}

/**
 * `size` is that of the decoded body. Some programs record that of the encoded one, and the difference in
 * `compression`.
 */
function isCutShort({ size: stated, compression }: JsonObject, bytes: Uint8Array): boolean {
  const size = asSize(stated)
  if (size === undefined || size <= bytes.length) return false
  return size + (asNumber(compression) ?? 0) !== bytes.length
}

/**
 * A HAR holds decoded bodies, with the headers of the encoded ones. Only a body with a textual media type that is no
 * text is still encoded.
 */
function isUndone(headers: readonly HeaderLine[], bytes: Uint8Array | undefined): boolean {
  const type = mediaType(headers) ?? ''
  const isText = /^text\/|[/+]json$/.test(type)
  return bytes === undefined || !isText || isUtf8(bytes)
}
