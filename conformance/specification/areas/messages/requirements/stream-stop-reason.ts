import { isObject, member, memberAt } from '../../../../../schemas/json.ts'
import { requirement, shape } from '../../../../core/model/build.ts'
import type { Observation } from '../../../../core/model/observation.ts'
import { closingOf, isClosing, streamTraceOf } from '../stream-trace.ts'
import type { TracedEvent } from '../traced-event.ts'

const ofClosing = {
  section: '6',
  endpoint: 'messages.stream',
  dimension: 'stream',
  interpretation: 'S6',
  needs: ['response-body'],
} as const

const ofMessageStart = shape({
  section: '6',
  endpoint: 'messages.stream',
  dimension: 'stream',
  interpretation: 'S4',
  id: 'messages.stream-start-stop-reason',
  statement: 'In `message_start` the `stop_reason` is null or absent.',
})

/** Requirements on the stop reason in `message_start`. */
export const stopReasonAtStart = [{ ...ofMessageStart, appliesTo: hasStart }] as const

/** Requirements on the stop reason in `message_delta`. */
export const stopReasonAtEnd = [
  requirement({
    ...ofClosing,
    id: 'messages.stream-one-message-delta',
    level: 'implied',
    interpretation: 'S1',
    statement: 'A stream has exactly one `message_delta`.',
    appliesTo: (seen) => closingInOrder(seen).length > 0,
    *check(seen) {
      const [, second, ...more] = closingInOrder(seen)
      if (second === undefined) return
      const actual = more.length + 2
      yield {
        message: `stream has ${actual} message_delta events`,
        at: { in: 'event', index: second.index },
        expected: 1,
        actual,
      }
    },
  }),
  requirement({
    ...ofClosing,
    id: 'messages.stream-stop-reason',
    level: 'stated',
    statement: '`message_delta` has a `stop_reason` that is not null.',
    appliesTo: (seen) =>
      closingEvents(seen).some(hasReason) || (closingEvents(seen).length > 0 && streamTraceOf(seen)?.isEnded === true),
    *check(seen) {
      if (closingEvents(seen).some(hasReason)) return
      const index = closingEvents(seen).at(-1)?.index ?? 0
      yield { message: 'stream has no message_delta with a stop_reason', at: at(index), expected: 'a stop reason' }
    },
  }),
  requirement({
    ...ofClosing,
    id: 'messages.stream-stop-reason-throughout',
    level: 'stated',
    statement: 'If a stream has several `message_delta`, each has a `stop_reason`.',
    appliesTo: (seen) => closingEvents(seen).some(hasReason),
    *check(seen) {
      for (const event of closingEvents(seen).filter((one) => !hasReason(one))) {
        yield { message: 'message_delta has no stop_reason', at: at(event.index) }
      }
    },
  }),
] as const

/** Returns whether a start can be checked. A stop reason next to `message` can be read even if the message cannot. */
function hasStart(seen: Observation): boolean {
  const events = streamTraceOf(seen)?.events ?? []
  const starts = events.filter(({ type }) => type === 'message_start')
  return starts.some(({ payload }) => isObject(member(payload, 'message')) || Object.hasOwn(payload, 'stop_reason'))
}

function closingInOrder(seen: Observation): readonly TracedEvent[] {
  return streamTraceOf(seen)?.inOrder.filter(isClosing) ?? []
}

/** Returns the closing events that have a `delta`. */
function closingEvents(seen: Observation): readonly TracedEvent[] {
  return closingOf(streamTraceOf(seen)).filter(({ payload }) => isObject(member(payload, 'delta')))
}

function hasReason({ payload }: TracedEvent): boolean {
  return (memberAt(payload, 'delta', 'stop_reason') ?? null) !== null
}

function at(index: number) {
  return { in: 'event', index, pointer: '/delta/stop_reason' } as const
}
