import { isUtf8 } from 'node:buffer'
import { mediaType } from '../../core/model/exchange.ts'
import type { Finding } from '../../core/model/finding.ts'
import { busyStatuses, type Observation } from '../../core/model/observation.ts'
import { counted } from '../../core/text/counted.ts'
import { jsonStopInWords } from '../../core/wire/json-stop.ts'

/*
 * Requirements on the transport of responses, which are the same for all areas. An area adds the id, the operations and
 * the replies to which each applies.
 */

/** The requirement that the body of a success is JSON. */
export const replyParses = {
  section: '4',
  dimension: 'field',
  level: 'stated',
  interpretation: 'G14',
  statement: 'The body of a success is JSON.',
  needs: ['response-body'],
  check: isJson(({ body }) => `body is not JSON (${counted(body.length, 'byte')})`),
} as const

/** The requirement that a success in JSON has a JSON content type. */
export const replyContentType = {
  section: '4',
  dimension: 'field',
  level: 'implied',
  interpretation: 'G14',
  statement: 'A success in JSON has a JSON content type.',
  needs: ['response-headers', 'response-body'],
  check: saysJson,
} as const

/** The requirement that a success in JSON is encoded in UTF-8 (RFC 8259 §8.1). */
export const replyUtf8 = {
  section: '4',
  dimension: 'field',
  level: 'implied',
  interpretation: 'G14',
  statement: 'The JSON of a success is encoded in UTF-8.',
  needs: ['response-headers', 'response-body'],
  check: isUtf8Json,
} as const

/** The requirement that a success has the status 200. */
export const successStatus = {
  section: '4',
  dimension: 'status',
  level: 'unspecified',
  interpretation: 'G3',
  statement: 'A success has the status 200.',
  needs: [],
  *check({ status }: Observation): Generator<Finding> {
    if (status !== 200) yield { message: `success has the status ${status}`, at: { in: 'status' }, actual: status }
  },
} as const

/**
 * The requirement that the body of an error is JSON, unless a proxy may have sent it (interpretation G12). Each area
 * adds its own statement and finding.
 */
export const errorParses = {
  section: '7',
  dimension: 'field',
  level: 'stated',
  needs: ['response-body'],
  appliesTo: ({ status = 0, complete }: Observation) => status >= 400 && complete && !busyStatuses.has(status),
} as const

/** The requirement that an error body in JSON has a JSON content type. */
export const errorContentType = {
  section: '7',
  dimension: 'field',
  level: 'implied',
  interpretation: 'G14',
  statement: 'An error body in JSON has a JSON content type.',
  needs: ['response-headers', 'response-body'],
  appliesTo: ({ status = 0, complete, json }: Observation) => status >= 400 && complete && json !== undefined,
  check: saysJson,
} as const

/** Returns a check that a body is JSON. */
export function isJson(message: (seen: Observation) => string, expected?: string) {
  return function* (seen: Observation): Generator<Finding> {
    if (seen.json !== undefined) return
    const what = isUtf8(seen.body)
      ? `${message(seen)}${stopInWords(seen.body)}`
      : `body is not valid UTF-8 (${counted(seen.body.length, 'byte')})`
    yield { message: what, at: { in: 'body', pointer: '' }, expected }
  }
}

/** Returns the place at which a body stops being JSON, in words; empty for a body that never was. */
function stopInWords(body: Uint8Array): string {
  const text = new TextDecoder().decode(body)
  return /^\s*[{[]/.test(text) ? jsonStopInWords(text) : ''
}

/** Yields a finding unless the content type is `application/json` or has the suffix `+json` (interpretation G14). */
function* saysJson({ exchange }: Observation): Generator<Finding> {
  const actual = mediaType(exchange.response?.headers ?? [])
  if (actual === 'application/json' || actual?.endsWith('+json')) return
  const at = { in: 'header', name: 'content-type' } as const
  yield { message: `content-type is ${actual ?? 'missing'}`, at, expected: 'application/json', actual }
}

function* isUtf8Json({ charset }: Observation): Generator<Finding> {
  if (charset === undefined) return
  const at = { in: 'body', pointer: '' } as const
  yield { message: `JSON has the charset ${charset}; expected UTF-8`, at, expected: 'UTF-8', actual: charset }
}
