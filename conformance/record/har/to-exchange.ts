import { type Exchange, header, type RecordedRequest } from '../../model/exchange.ts'
import { recorded, type TargetWords } from '../client/recorded.ts'
import { bringsKnownKey, hiddenHeaders, hiddenPath, type LabelOf } from './credentials.ts'
import { brokenOffByTarget, endingOf } from './ending.ts'
import { asNumber, asObject, type JsonObject } from './har-json.ts'
import { headerLines } from './headers.ts'
import { methodOf } from './method.ts'
import type { Ours } from './ours.ts'
import { requestBody } from './request-body.ts'
import { type ReadResponse, readResponse } from './response.ts'

/** What an entry alone does not say. */
export interface About {
  readonly id: string
  /** Path and query below the target's base URL, as the entry has them. */
  readonly path: string
  /** Milliseconds from the beginning of the recording. */
  readonly startedAt: number
  /** The program that wrote the HAR. */
  readonly creator: string
  readonly labelOf: LabelOf
  readonly words: TargetWords
  /** Whether the specification asks for a version header in such a request. */
  readonly isVersioned: boolean
  readonly ours?: Ours
}

/** The exchange that an entry tells of, in the names of the specification and without its secrets. Total for any JSON. */
export function toExchange(entry: JsonObject, about: About): Exchange {
  const { id, startedAt, creator, ours } = about
  const durationMs = Math.max(0, asNumber(entry['time']) ?? 0)
  const { request, body } = readRequest(asObject(entry['request']), about)
  const answer = readResponse(asObject(entry['response']), ours, durationMs)
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

function readRequest(request: JsonObject, { path, words, labelOf, ours }: About) {
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

/** A HAR of ours may show a body cut short. */
function isThere(facet: Exchange['captured'][number], body: Uint8Array | undefined, answer: ReadResponse | undefined) {
  if (facet === 'request-body') return body !== undefined
  return facet !== 'response-body' || answer?.captured.includes(facet) !== false
}

/**
 * Programs leave credentials out unless they are told otherwise, and only who knows how the target calls its headers
 * knows which one is missing.
 */
function isWhollyKnown({ path, headers }: RecordedRequest, { words, isVersioned }: About): boolean {
  const isNamed = !isVersioned || words.headers !== undefined || header(headers, 'provider-version') !== undefined
  return isNamed && bringsKnownKey({ path, headers })
}

interface EntryEnd {
  readonly creator: string
  /** How the target broke off, where the entry says so. */
  readonly trouble: string | undefined
}

function endOf(answer: ReadResponse | undefined, ours: Ours | undefined, { creator, trouble: broken }: EntryEnd) {
  if (ours !== undefined) {
    const { ended, trouble } = ours
    return { ended, ...(trouble === undefined ? {} : { trouble }) }
  }
  if (broken !== undefined) return { ended: 'reset', trouble: broken } as const
  return answer === undefined ? ({ ended: 'cancelled' } as const) : endingOf(answer.response, creator)
}
