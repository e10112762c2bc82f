import { isObject } from '../../../../../schemas/json.ts'
import { requirement } from '../../../../core/model/build.ts'
import { mediaType } from '../../../../core/model/exchange.ts'
import { isSuccess, type Observation, succeeded } from '../../../../core/model/observation.ts'
import { jsonStopInWords } from '../../../../core/wire/json-stop.ts'
import { fromSchemas } from '../../from-schemas.ts'

const about = { section: '6', endpoint: 'content.stream', dimension: 'stream', interpretation: 'C10' } as const

/** Requirements on the form of an event stream, regardless of the content of its events. */
export default [
  requirement({
    ...about,
    id: 'content.stream-content-type',
    level: 'stated',
    statement: 'A stream has the content type `text/event-stream`.',
    needs: ['response-headers'],
    appliesTo: ({ status }) => isSuccess(status),
    *check({ exchange }) {
      const actual = mediaType(exchange.response?.headers ?? [])
      if (actual === 'text/event-stream') return
      const at = { in: 'header', name: 'content-type' } as const
      yield { message: `content-type is ${actual ?? 'missing'}`, at, expected: 'text/event-stream', actual }
    },
  }),
  requirement({
    ...about,
    id: 'content.stream-events',
    level: 'stated',
    statement: 'A stream has at least one event.',
    needs: ['response-body'],
    appliesTo: succeeded,
    *check({ stream }) {
      if (stream === undefined || stream.events.length === 0) yield { message: 'stream has no events' }
    },
  }),
  requirement({
    ...about,
    id: 'content.stream-terminated',
    needs: ['response-body', 'event-lines'],
    level: 'stated',
    statement: 'A blank line ends the last event of a stream.',
    appliesTo: isEventStream,
    *check({ stream }) {
      if (stream?.unterminated !== true) return
      const departure = { state: 'inside an event', permitted: ['a blank line'] }
      yield { message: 'stream ends without the blank line after its last event', expected: 'a blank line', departure }
    },
  }),
  requirement({
    ...about,
    id: 'content.stream-utf8',
    needs: ['response-body', 'event-lines'],
    level: 'implied',
    statement: 'A stream is UTF-8.',
    appliesTo: isEventStream,
    *check({ stream }) {
      if (stream?.malformedUtf8) yield { message: 'stream contains bytes that are not UTF-8' }
    },
  }),
  requirement({
    ...about,
    id: 'content.stream-payload-json',
    level: 'implied',
    statement: 'The data of each event is a JSON object, except for a final `[DONE]`.',
    needs: ['response-body'],
    appliesTo: hasEvents,
    *check({ stream }) {
      for (const { index, data, json } of stream?.events ?? []) {
        const isLast = index === (stream?.events.length ?? 0) - 1
        if (isObject(json) || (isLast && index > 0 && data.trim() === '[DONE]')) continue
        const message = `event data is not a JSON object${json === undefined ? jsonStopInWords(data) : ''}`
        yield { message, at: { in: 'event', index }, actual: data.slice(0, 200) }
      }
    },
  }),
  requirement({
    ...about,
    id: 'content.stream-partial-reply',
    level: 'implied',
    statement: 'Each event reads as a part of a content-generation response.',
    needs: ['response-body'],
    appliesTo: (seen) => hasEvents(seen) && payloads(seen).length > 0,
    *check(seen) {
      for (const { index } of payloads(seen)) {
        for (const { pointer, message, expected, actual, requirement: id } of seen.events[index]?.violations ?? []) {
          if (!judgedOnStreams.has(id ?? '')) yield { message, at: { in: 'event', index, pointer }, expected, actual }
        }
      }
    },
  }),
  requirement({
    ...about,
    id: 'content.stream-recognised',
    level: 'implied',
    statement: 'A stream has an event with `candidates` or `promptFeedback`.',
    needs: ['response-body'],
    appliesTo: (seen) => succeeded(seen) && payloads(seen).length > 0 && !tellsOfAnError(seen),
    *check(seen) {
      if (payloads(seen).some(({ json }) => Array.isArray(json['candidates']) || isObject(json['promptFeedback'])))
        return
      yield { message: 'stream has no event with candidates or promptFeedback' }
    },
  }),
] as const

/**
 * The schema requirements on single events. The requirement "reads as a part of a response" does not repeat their
 * findings.
 */
const judgedOnStreams: ReadonlySet<string> = new Set(
  fromSchemas('content-generation')
    .filter(
      ({ section, kind, alsoOn }) => section === '2.7' && kind === 'exchange' && alsoOn?.includes('content.stream'),
    )
    .map(({ id }) => id),
)

/** Returns whether the reply is a stream. Another requirement covers replies that are not. */
function isEventStream(seen: Observation): boolean {
  return succeeded(seen) && (seen.isStream || hasEvents(seen))
}

/** Returns whether at least one event can be read, even if others are broken (interpretation G13). */
function hasEvents(seen: Observation): boolean {
  return isSuccess(seen.status) && (seen.stream?.events.length ?? 0) > 0
}

/** Returns whether a stream contains an error. An error ends a stream, which then need not be complete. */
function tellsOfAnError(seen: Observation): boolean {
  return payloads(seen).some(({ json }) => isObject(json['error']))
}

/** Returns the events whose data is a JSON object. */
function payloads({ stream }: Observation) {
  return (stream?.events ?? []).flatMap(({ index, json }) => (isObject(json) ? [{ index, json }] : []))
}
