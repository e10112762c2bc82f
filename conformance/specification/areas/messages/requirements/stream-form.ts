import { requirement, shape } from '../../../../core/model/build.ts'
import { mediaType } from '../../../../core/model/exchange.ts'
import { type Observation, succeeded } from '../../../../core/model/observation.ts'
import { jsonStopInWords } from '../../../../core/wire/json-stop.ts'
import { isErrorBody } from '../message-view.ts'
import { isEventStream, streamTraceOf } from '../stream-trace.ts'
import { doneMark } from '../traced-event.ts'

const ofStream = {
  section: '6',
  endpoint: 'messages.stream',
  dimension: 'stream',
  level: 'stated',
  interpretation: 'S7',
  needs: ['response-body'],
} as const

const payload = shape({
  ...ofStream,
  id: 'messages.stream-payload',
  statement: 'The payload of each event is a JSON object with a `type`.',
})

/** Requirements on the content type, the encoding and the end of a stream. */
export default [
  requirement({
    ...ofStream,
    id: 'messages.stream-given',
    section: '2.8',
    interpretation: 'M11',
    statement: 'With `stream: true` a successful reply is a stream of events.',
    appliesTo: (seen) => succeeded(seen) && seen.request.violations.length === 0 && !isErrorBody(seen.json),
    *check(seen) {
      if (isEventStream(seen)) return
      const actual = mediaType(seen.exchange.response?.headers ?? []) ?? 'no content type'
      yield { message: `returned no event stream (content-type: ${actual})`, at: { in: 'body', pointer: '' }, actual }
    },
  }),
  requirement({
    ...ofStream,
    id: 'messages.stream-content-type',
    statement: 'A stream has the content type `text/event-stream`.',
    needs: ['response-headers', 'response-body'],
    appliesTo: (seen) => streamTraceOf(seen) !== undefined,
    *check({ isStream, exchange }) {
      if (isStream) return
      const actual = mediaType(exchange.response?.headers ?? []) ?? 'none'
      yield {
        message: `content-type of an event stream is ${actual}`,
        at: { in: 'header', name: 'content-type' },
        expected: 'text/event-stream',
        actual,
      }
    },
  }),
  requirement({
    ...ofStream,
    id: 'messages.stream-terminated',
    needs: ['response-body', 'event-lines'],
    statement: 'The last event of a stream ends with an empty line.',
    appliesTo: (seen) => seen.complete && streamTraceOf(seen) !== undefined,
    *check({ stream }) {
      if (stream?.unterminated !== true) return
      const index = stream.events.length
      const departure = { state: 'inside an event', permitted: ['an empty line'] }
      yield {
        message: 'stream ends without the empty line after its last event',
        at: { in: 'event', index },
        expected: 'an empty line',
        departure,
      }
    },
  }),
  {
    ...payload,
    appliesTo: (seen: Observation) => (seen.stream?.events.length ?? 0) > 0,
    *check(seen: Observation) {
      yield* payload.check(seen)
      for (const { json, data, index } of seen.stream?.events ?? []) {
        if (json !== undefined || data.trim() === doneMark) continue
        const message = `payload of event ${index} is not JSON${jsonStopInWords(data)}`
        yield { message, at: { in: 'event', index } as const }
      }
    },
  },
  requirement({
    ...ofStream,
    id: 'messages.stream-utf8',
    needs: ['response-body', 'event-lines'],
    level: 'implied',
    interpretation: 'S3',
    statement: 'A stream is encoded as UTF-8.',
    appliesTo: (seen) => streamTraceOf(seen) !== undefined,
    *check({ stream }) {
      if (stream?.malformedUtf8) yield { message: 'stream contains bytes that are not UTF-8' }
    },
  }),
  requirement({
    ...ofStream,
    id: 'messages.stream-event-line-agrees',
    needs: ['response-body', 'event-lines'],
    level: 'implied',
    interpretation: 'S3',
    statement: "An `event:` line, if present, is equal to the `type` of its event's payload.",
    appliesTo: (seen) => seen.stream?.events.some(isNamed) ?? false,
    *check({ stream }) {
      for (const { index, name, json } of stream?.events.filter(isNamed) ?? []) {
        const actual = (json as { readonly type?: unknown } | null)?.type
        if (typeof actual !== 'string' || actual === name) continue
        const message = `event line is ${name}, but the type in the payload is ${actual}`
        yield { message, at: { in: 'event', index, pointer: '/type' }, expected: name, actual }
      }
    },
  }),
] as const

function isNamed({ name }: { readonly name?: string }): boolean {
  return name !== undefined && name !== ''
}
