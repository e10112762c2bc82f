import type { EventStream } from '../../model/events.ts'
import type { RequestReading, ResponseClass } from '../../model/observation.ts'
import type { Operation } from '../../model/operation.ts'

/** What `responseClassOf` looks at. */
export interface Answer {
  readonly operation: Operation
  readonly request: Pick<RequestReading, 'credential' | 'violations'>
  readonly status: number | undefined
  readonly complete: boolean
  readonly json: unknown
  readonly stream: EventStream | undefined
  readonly isRecognised: boolean
}

const denials = new Set([401, 402, 403])
const overloads = new Set([408, 425, 429, 502, 503, 504, 529])

/** Classifies a response (interpretations G10, G11). */
export function responseClassOf(answer: Answer): ResponseClass {
  const { status, complete, json, operation } = answer
  if (status === undefined || overloads.has(status)) return 'busy'
  if (isAboutTheRequest(answer)) return 'rejected'
  if (denials.has(status) || operation.denies?.(status, json) === true) return 'denied'
  if (status >= 500) return 'failed'
  if (status >= 400) return 'rejected'
  if (status < 200 || status >= 300) return 'strange'
  if (reportsAnError(answer)) return 'errored'
  if (!complete) return 'busy'
  return answer.isRecognised ? 'accepted' : 'unrecognised'
}

/**
 * A 401 or 403 is a rejection where the request is invalid and brings the key (G10). Only those count whose control
 * request is served with the same key.
 */
function isAboutTheRequest({ status, request: { credential, violations } }: Answer): boolean {
  return (status === 401 || status === 403) && credential.kind === 'valid' && violations.length > 0
}

/**
 * An event of the type `error` says no more than a 503 would (interpretation S2). Where events have no types, a first
 * event that is an error object says it (C10).
 */
function reportsAnError({ stream, operation }: Answer): boolean {
  const payloads = (stream?.events ?? []).map(({ json }) => json)
  if (operation.typedEvents === true) return payloads.some((json) => isObject(json) && json['type'] === 'error')
  const [first] = payloads
  return isObject(first) && isObject(first['error'])
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
