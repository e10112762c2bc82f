import { createHash } from 'node:crypto'
import { type Exchange, type Facet, facets, type HeaderLine } from '../../core/model/exchange.ts'
import { isSuccess } from '../../core/model/observation.ts'
import type { Area } from '../../core/model/vocabulary.ts'
import { hiddenOf } from '../../engine/record/client/keys.ts'
import { wordsFor } from '../../engine/record/client/names.ts'
import { recorded, recordedPath } from '../../engine/record/client/recorded.ts'
import type { Vocabulary } from '../../engine/record/evidence/frame.ts'
import { createRedactor, type Redactor } from '../../engine/record/evidence/redact.ts'
import {
  hiddenHeaders,
  hiddenPath,
  type LabelOf,
  labelsFor,
  mayRejectKey,
  presentedKeys,
} from '../../engine/record/har/credentials.ts'
import type { VendorNames } from '../../engine/record/har/vendors.ts'
import type { Passed } from '../../engine/record/proxy/reverse-proxy.ts'
import { catalogue } from '../../specification/catalogue.ts'

/** The settings of the gateway behind a proxy. */
export interface ProxiedGateway {
  /** Its base URL. */
  readonly target: string
  /** Keys that are known to be valid. */
  readonly keys: readonly string[]
  readonly vocabulary: Vocabulary
}

/** Makes an exchange without the secrets of clients. */
export type ToExchange = (passed: Passed, id: string) => Exchange

/** The maximum number of accepted keys and of redactors that are remembered. */
const mostKeys = 10_000
const mostRedactors = 200

/**
 * Replaces the keys of clients by labels in request and response, before anything else reads them. A key is known to be
 * valid if it is configured or was accepted before. Only digests of keys are remembered; `onAccepted` gets each key once.
 */
export function startToExchange(
  { keys, vocabulary }: ProxiedGateway,
  names?: VendorNames,
  onAccepted?: (key: string) => void,
): ToExchange {
  const acceptedKeys = new Set<string>()
  const areaOf = startAreaOf(vocabulary)
  const named = labelsFor(keys)
  const redactorFor = startRedactors(keys)
  const served = startServedRequests()
  const isNamed = (key: string): boolean => named(key) !== named('')
  return (passed, id) => {
    const request = { method: passed.method, path: passed.path, headers: passed.requestHeaders }
    const presented = presentedKeys(request)
    if (isSuccess(passed.response?.status) && acceptedKeys.size < mostKeys)
      for (const key of presented) {
        const digest = digestOf(key)
        if (!acceptedKeys.has(digest)) onAccepted?.(key)
        acceptedKeys.add(digest)
      }
    const accepted = presented.filter((key) => !isNamed(key) && acceptedKeys.has(digestOf(key)))
    const isRejected = served.areKeysRejected(passed, presented)
    const unknown = isRejected ? presented.filter((key) => !isNamed(key) && !accepted.includes(key)) : []
    const known = labelsFor([...keys, ...accepted], unknown)
    const headers = hiddenHeaders(passed.requestHeaders, known)
    const path = hiddenPath(names?.path(passed.path) ?? passed.path, known)
    const asWritten = { ...request, path, headers, body: passed.requestBody }
    const isAnyKnown = acceptedKeys.size > 0 || keys.length > 0
    const unknownKey = presented.length > 0 ? undefined : keyNotShown(isAnyKnown, headers)
    const { response, startedAt, durationMs, ended, trouble } = passed
    return redactorFor(presented, known).exchange({
      id,
      source: 'proxy',
      captured: capturedOf(passed, unknownKey === undefined),
      ...(unknownKey === undefined ? {} : { lost: { 'request-headers': unknownKey } }),
      startedAt,
      durationMs,
      request: recorded(asWritten, {
        ...wordsFor(vocabulary, areaOf(passed.method, path)),
        ...(names === undefined ? {} : { usual: names.words(true) }),
      }),
      ...(vocabulary.models === undefined ? {} : { models: vocabulary.models }),
      response: response === null ? null : { ...response, headers: hiddenHeaders(response.headers, known) },
      ended,
      trouble,
    })
  }
}

/** Returns a function that returns the redactor for the keys of a request, and remembers some. */
function startRedactors(keys: readonly string[]) {
  const redactors = new Map<string, Redactor>()
  return (presented: readonly string[], labelOf: LabelOf): Redactor => {
    const together = JSON.stringify(presented.map((key) => [key, labelOf(key)]))
    const found = redactors.get(together)
    if (found !== undefined) return found
    const secrets = [...keys.flatMap(hiddenOf), ...presented.map((value) => ({ label: labelOf(value), value }))]
    const redactor = createRedactor(secrets.sort((one, other) => other.value.length - one.value.length))
    if (redactors.size >= mostRedactors) redactors.clear()
    redactors.set(together, redactor)
    return redactor
  }
}

/** Remembers which requests were served, and with which keys, as digests. */
interface ServedRequests {
  /** Returns whether a request was rejected that was served with another key before, and remembers one that is served. */
  areKeysRejected(passed: Passed, keys: readonly string[]): boolean
}

/** The maximum number of served requests that are remembered. The oldest is forgotten first. */
const mostServed = 10_000

function startServedRequests(): ServedRequests {
  const served = new Map<string, string>()
  return {
    areKeysRejected: (passed, keys) => {
      const status = passed.response?.status
      if (keys.length === 0 || !(isSuccess(passed.response?.status) || mayRejectKey(status))) return false
      const { method, path, requestBody } = passed
      const head = JSON.stringify([method, hiddenPath(path, () => '')])
      const request = createHash('sha256').update(head).update(requestBody).digest('base64')
      const own = digestOf(JSON.stringify(keys))
      if (!isSuccess(passed.response?.status)) return (served.get(request) ?? own) !== own
      served.delete(request)
      served.set(request, own)
      const [oldest] = served.keys()
      if (served.size > mostServed && oldest !== undefined) served.delete(oldest)
      return false
    },
  }
}

/**
 * Returns the captured facets: without request headers if a cookie or another token may have authorised the request, and
 * without its body if the target answered before its end.
 */
function capturedOf({ isRequestWhole }: Passed, canJudgeKey: boolean): readonly Facet[] {
  return facets.filter(
    (facet) => (canJudgeKey || facet !== 'request-headers') && (isRequestWhole || facet !== 'request-body'),
  )
}

/** Returns why a request without a key does not show that it lacks one; `undefined` if it does. */
function keyNotShown(isAnyKnown: boolean, headers: readonly HeaderLine[]): string | undefined {
  if (headers.some(([, value]) => value === '«hidden»'))
    return 'without a key, but another header may authorise the request'
  return isAnyKnown ? undefined : 'without a key, and no request before had one'
}

function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('base64')
}

const notKept = new TextEncoder().encode('(not kept: bodies are judged and dropped)')

export function withoutBodies(exchange: Exchange): Exchange {
  const { request, response } = exchange
  return {
    ...exchange,
    captured: exchange.captured.filter((facet) => facet !== 'request-body' && facet !== 'response-body'),
    request: request.body.length === 0 ? request : { ...request, body: notKept },
    response: response === null ? null : { ...response, chunks: [{ at: exchange.durationMs, bytes: notKept }] },
  }
}

/**
 * The maximum number of remembered paths. Most clients use the same few. Queries are not remembered, because they may
 * contain keys.
 */
const mostPaths = 1_000

/** Returns the area of the operation with a method and path, if there is one. */
export type AreaOf = (method: string, path: string) => Area | undefined

export function startAreaOf(vocabulary: Vocabulary): AreaOf {
  const known = new Map<string, Area | undefined>()
  const look = (method: string, path: string): Area | undefined => {
    const request = { method, path: recordedPath(path, vocabulary), headers: [], body: new Uint8Array() }
    return catalogue.operations.find((operation) => operation.matches(request))?.area
  }
  return (method, path) => {
    if (path.includes('?')) return look(method, path)
    const key = `${method} ${path}`
    const area = known.has(key) ? known.get(key) : look(method, path)
    if (known.size >= mostPaths) known.clear()
    known.set(key, area)
    return area
  }
}
