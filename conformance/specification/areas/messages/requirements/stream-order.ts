import { requirement } from '../../../../core/model/build.ts'
import type { Finding } from '../../../../core/model/finding.ts'
import type { Observation } from '../../../../core/model/observation.ts'
import { explain, explainEnd, type GrammarDeparture, permittedIn } from '../../../../core/wire/grammar.ts'
import { messageStream } from '../grammar.ts'
import { isStop, type StreamTrace, streamTraceOf } from '../stream-trace.ts'
import { doneMark, type TracedEvent } from '../traced-event.ts'

const ofOrder = {
  section: '6',
  endpoint: 'messages.stream',
  dimension: 'stream',
  level: 'stated',
  needs: ['response-body'],
} as const

/** Requirements on the order of the events in a stream. */
export default [
  requirement({
    ...ofOrder,
    id: 'messages.stream-order',
    interpretation: 'S1',
    statement:
      'A stream begins with `message_start`, sends its blocks one after another, and ends with `message_delta`.',
    appliesTo: (seen) => streamTraceOf(seen) !== undefined,
    *check(seen) {
      const trace = streamTraceOf(seen)
      const departure = trace?.followed.departure
      if (departure !== undefined) {
        const { position, expected, symbol } = departure
        yield {
          message: explain(departure),
          at: eventAt(position),
          expected,
          actual: symbol,
          departure: left(departure),
        }
      } else yield* doubtOf(trace)
    },
  }),
  requirement({
    ...ofOrder,
    id: 'messages.stream-end',
    interpretation: 'S7',
    statement: 'A stream ends with `message_stop`.',
    wantsTheEnd: true,
    appliesTo: (seen) => streamTraceOf(seen) !== undefined && seen.stream?.unterminated !== true,
    *check(seen) {
      const trace = streamTraceOf(seen)
      if (trace === undefined || trace.isWhole || trace.events.some(isStop)) return
      if (trace.cut !== undefined) yield* doubtOf(trace)
      else yield { ...endedIn(trace), expected: 'message_stop' }
    },
  }),
  requirement({
    ...ofOrder,
    id: 'messages.stream-nothing-after-stop',
    interpretation: 'S1',
    statement: 'None of the six events follows `message_stop`.',
    presupposes: 'messages.stream-end',
    appliesTo: hasStopped,
    *check(seen) {
      const { events = [] } = streamTraceOf(seen) ?? {}
      const again = events.slice(events.findIndex(isStop) + 1).find(isListed)
      if (again === undefined) return
      const { index, type: actual } = again
      yield {
        message: `event ${index} is ${actual}, after message_stop`,
        at: eventAt(index),
        expected: 'nothing',
        actual,
        departure: { state: 'after message_stop', permitted: [], event: index },
      }
    },
  }),
  requirement({
    ...ofOrder,
    id: 'messages.stream-nothing-after-error',
    interpretation: 'S2',
    conditional: true,
    statement: 'None of the six events follows an `error` event.',
    appliesTo: (seen) => streamTraceOf(seen)?.afterError !== undefined,
    *check(seen) {
      const again = streamTraceOf(seen)?.afterError?.find(isListed)
      if (again === undefined) return
      const { index, type: actual } = again
      yield { message: `${actual} comes after an error event`, at: eventAt(index), expected: 'nothing', actual }
    },
  }),
  requirement({
    ...ofOrder,
    id: 'messages.stream-no-done-before-stop',
    interpretation: 'S2',
    statement: 'No `[DONE]` is sent before or instead of `message_stop`.',
    appliesTo: (seen) => streamTraceOf(seen) !== undefined,
    *check(seen) {
      const { early } = doneMarks(streamTraceOf(seen))
      for (const index of early)
        yield { message: '[DONE] comes before message_stop', at: eventAt(index), expected: 'no [DONE]' }
    },
  }),
  requirement({
    ...ofOrder,
    id: 'messages.stream-no-done-after-stop',
    level: 'implied',
    interpretation: 'S2',
    statement: 'No `[DONE]` follows `message_stop`.',
    presupposes: 'messages.stream-end',
    appliesTo: hasStopped,
    *check(seen) {
      const { late } = doneMarks(streamTraceOf(seen))
      for (const index of late) yield { message: '[DONE] comes after message_stop', at: eventAt(index) }
    },
  }),
] as const

function left({ state, expected, position }: GrammarDeparture): Finding['departure'] & {} {
  return { state, permitted: expected, event: position }
}

function endedIn({ events, followed: { state } }: StreamTrace): Pick<Finding, 'message' | 'departure'> {
  const permitted = Object.keys(permittedIn(messageStream, state))
  return { message: explainEnd('message_stop', events.findLast(isListed)?.type), departure: { state, permitted } }
}

function eventAt(index: number): Finding['at'] & {} {
  return { in: 'event', index }
}

/** Yields a finding that the order of a truncated stream is inconclusive. */
function* doubtOf(trace: StreamTrace | undefined): Generator<Finding> {
  if (trace?.cut !== undefined) yield { doubt: true, message: `inconclusive: ${trace.cut}` }
}

function hasStopped(seen: Observation): boolean {
  return streamTraceOf(seen)?.events.some(isStop) ?? false
}

const listed = new Set(Object.values(messageStream.states).flatMap((permitted) => Object.keys(permitted)))

/** Returns whether an event has one of the six types of section 6. */
function isListed({ type }: TracedEvent): boolean {
  return listed.has(type)
}

function doneMarks(trace: StreamTrace | undefined): {
  readonly early: readonly number[]
  readonly late: readonly number[]
} {
  const events = trace?.events ?? []
  const stop = events.findIndex(isStop)
  const marks = events.filter(({ type }) => type === doneMark).map(({ index }) => index)
  return {
    early: marks.filter((index) => stop < 0 || index < stop),
    late: marks.filter((index) => stop >= 0 && index > stop),
  }
}
