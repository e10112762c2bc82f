import { requirement, shape } from '../../../model/build.ts'
import type { Observation } from '../../../model/observation.ts'
import { isMembers, member, memberAt } from '../members.ts'
import { storyOf } from '../story.ts'
import type { ToldEvent } from '../told-event.ts'

const ofClosing = {
  section: '6',
  endpoint: 'messages.stream',
  dimension: 'stream',
  reading: 'S6',
  needs: ['response-body'],
} as const

/** What `message_delta` says about why the message ended. */
export default [
  shape({
    ...ofClosing,
    id: 'messages.stream-message-delta',
    statement: '`message_delta` has a `delta`, an object.',
  }),
  requirement({
    ...ofClosing,
    id: 'messages.stream-one-message-delta',
    level: 'implied',
    reading: 'S1',
    statement: 'A stream has exactly one `message_delta`.',
    appliesTo: (seen) => closing(seen).length > 0,
    *check(seen) {
      const [, second, ...more] = closing(seen)
      if (second === undefined) return
      const actual = more.length + 2
      yield { message: `there are ${actual}`, at: { in: 'event', index: second.index }, expected: 1, actual }
    },
  }),
  shape({
    ...ofClosing,
    id: 'messages.stream-stop-reason-listed',
    reading: 'G5',
    statement: 'The `stop_reason` of a stream is `end_turn`, `max_tokens`, `stop_sequence` or `tool_use`.',
  }),
  requirement({
    ...ofClosing,
    id: 'messages.stream-stop-reason',
    level: 'stated',
    statement: '`message_delta` carries a `stop_reason` that is not null.',
    appliesTo: (seen) => told(seen).length > 0,
    *check(seen) {
      if (told(seen).some(hasReason)) return
      const index = told(seen).at(-1)?.index ?? 0
      yield { message: 'no message_delta says why the message ended', at: at(index), expected: 'a stop reason' }
    },
  }),
  requirement({
    ...ofClosing,
    id: 'messages.stream-stop-reason-throughout',
    level: 'implied',
    statement: 'Where there are several, every `message_delta` carries a `stop_reason`.',
    appliesTo: (seen) => told(seen).some(hasReason),
    *check(seen) {
      for (const event of told(seen).filter((one) => !hasReason(one))) {
        yield { message: 'a message_delta does not say why the message ended', at: at(event.index) }
      }
    },
  }),
] as const

/** The closing events of a stream that was told to its end. */
function closing(seen: Observation): readonly ToldEvent[] {
  const story = storyOf(seen)
  return story?.isWhole ? story.events.filter(({ type }) => type === 'message_delta') : []
}

/** Those of them that have a `delta` at all. */
function told(seen: Observation): readonly ToldEvent[] {
  return closing(seen).filter(({ payload }) => isMembers(member(payload, 'delta')))
}

function hasReason({ payload }: ToldEvent): boolean {
  return (memberAt(payload, 'delta', 'stop_reason') ?? null) !== null
}

function at(index: number) {
  return { in: 'event', index, pointer: '/delta/stop_reason' } as const
}
