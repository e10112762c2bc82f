import type { EventStream } from '../../model/events.ts'
import type { Reception } from '../../model/observation.ts'
import type { Operation } from '../../model/operation.ts'

/** What `receptionOf` looks at. */
export interface Answer {
  readonly operation: Operation
  readonly status: number | undefined
  readonly complete: boolean
  readonly json: unknown
  readonly stream: EventStream | undefined
  readonly isRecognised: boolean
}

const denials = new Set([401, 402, 403])
const overloads = new Set([408, 425, 429, 502, 503, 504, 529])

/** How the target took a request (readings.md G10, G11). */
export function receptionOf(answer: Answer): Reception {
  const { status, complete, json, operation } = answer
  if (status === undefined || overloads.has(status)) return 'busy'
  if (denials.has(status) || operation.denies?.(status, json) === true) return 'denied'
  if (status >= 500) return 'failed'
  if (status >= 400) return 'refused'
  if (status < 200 || status >= 300) return 'strange'
  if (!complete || reportsAnError(answer.stream)) return 'busy'
  return answer.isRecognised ? 'accepted' : 'unrecognised'
}

/** An error event ends a stream legally, and says no more than a 503 would (readings.md S2). */
function reportsAnError(stream: EventStream | undefined): boolean {
  return stream?.events.some(({ json }) => isObject(json) && isObject(json['error'])) ?? false
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
