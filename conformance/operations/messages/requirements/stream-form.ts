import { requirement, shape } from '../../../model/build.ts'
import { mediaType } from '../../../model/exchange.ts'
import type { Observation } from '../../../model/observation.ts'
import { isEventStream } from '../story.ts'
import { doneMark } from '../told-event.ts'

const ofStream = {
  section: '6',
  endpoint: 'messages.stream',
  dimension: 'stream',
  level: 'stated',
  reading: 'S7',
  needs: ['response-body'],
} as const

const payload = shape({
  ...ofStream,
  id: 'messages.stream-payload',
  statement: 'The payload of each event is a JSON object with a `type`.',
})

/** The form of a stream: how it is declared, written and closed. */
export default [
  requirement({
    ...ofStream,
    id: 'messages.stream-given',
    section: '2.8',
    reading: 'M11',
    statement: 'With `stream: true` a successful reply is a stream of events.',
    appliesTo: (seen) => isSuccess(seen) && seen.request.violations.length === 0,
    *check(seen) {
      if (isEventStream(seen)) return
      const actual = mediaType(seen.exchange.response?.headers ?? []) ?? 'no content type'
      yield { message: `the reply holds no events (${actual})`, at: { in: 'body', pointer: '' }, actual }
    },
  }),
  requirement({
    ...ofStream,
    id: 'messages.stream-content-type',
    statement: 'A stream has the content type `text/event-stream`.',
    needs: ['response-headers', 'response-body'],
    appliesTo: (seen) => isSuccess(seen) && isEventStream(seen),
    *check({ isStream, exchange }) {
      if (isStream) return
      const actual = mediaType(exchange.response?.headers ?? []) ?? 'none'
      yield {
        message: `a stream of events is declared to be ${actual}`,
        at: { in: 'header', name: 'content-type' },
        expected: 'text/event-stream',
        actual,
      }
    },
  }),
  requirement({
    ...ofStream,
    id: 'messages.stream-terminated',
    statement: 'The last event of a stream is closed by an empty line.',
    appliesTo: (seen) => seen.complete && isEventStream(seen),
    *check({ stream }) {
      if (stream?.unterminated !== true) return
      const index = stream.events.length
      yield { message: 'the stream ends inside an event', at: { in: 'event', index }, expected: 'an empty line' }
    },
  }),
  {
    ...payload,
    appliesTo: (seen: Observation) => (seen.stream?.events.length ?? 0) > 0,
    *check(seen: Observation) {
      yield* payload.check(seen)
      for (const { json, data, index } of seen.stream?.events ?? []) {
        if (json !== undefined || data.trim() === doneMark) continue
        yield { message: `the payload of event ${index} is not JSON`, at: { in: 'event', index } as const }
      }
    },
  },
  requirement({
    ...ofStream,
    id: 'messages.stream-utf8',
    level: 'implied',
    reading: 'S3',
    statement: 'A stream is encoded as UTF-8.',
    appliesTo: isEventStream,
    *check({ stream }) {
      if (stream?.malformedUtf8) yield { message: 'the stream holds bytes that are not UTF-8' }
    },
  }),
  requirement({
    ...ofStream,
    id: 'messages.stream-event-line-agrees',
    level: 'implied',
    reading: 'S3',
    statement: "An `event:` line, where there is one, repeats the `type` of its event's payload.",
    appliesTo: (seen) => seen.stream?.events.some(isNamed) ?? false,
    *check({ stream }) {
      for (const { index, name, json } of stream?.events.filter(isNamed) ?? []) {
        const actual = (json as { readonly type?: unknown } | null)?.type
        if (typeof actual !== 'string' || actual === name) continue
        const message = `the event line says ${name}, the payload ${actual}`
        yield { message, at: { in: 'event', index, pointer: '/type' }, expected: name, actual }
      }
    },
  }),
] as const

function isSuccess({ status, complete }: Observation): boolean {
  return complete && status !== undefined && status >= 200 && status < 300
}

function isNamed({ name }: { readonly name?: string }): boolean {
  return name !== undefined && name !== ''
}
