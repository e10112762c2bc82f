import { requirement } from '../../../model/build.ts'
import type { Finding } from '../../../model/finding.ts'
import type { Observation } from '../../../model/observation.ts'
import { explain, explainEnd } from '../../../sse/explain.ts'
import { type Departure, permittedIn } from '../../../sse/grammar.ts'
import { messageStream } from '../grammar.ts'
import { type Story, storyOf } from '../story.ts'
import { doneMark } from '../told-event.ts'

const ofOrder = {
  section: '6',
  endpoint: 'messages.stream',
  dimension: 'stream',
  level: 'stated',
  needs: ['response-body'],
} as const

/** The order of a stream's events. */
export default [
  requirement({
    ...ofOrder,
    id: 'messages.stream-order',
    reading: 'S1',
    statement: 'A stream opens with `message_start`, tells block after block, and closes with `message_delta`.',
    appliesTo: (seen) => storyOf(seen) !== undefined,
    *check(seen) {
      const story = storyOf(seen)
      const departure = story?.followed.departure
      if (departure !== undefined && departure.state !== 'ended') {
        const { position, expected, symbol } = departure
        yield {
          message: explain(departure),
          at: eventAt(position),
          expected,
          actual: symbol,
          departure: left(departure),
        }
      } else yield* doubtOf(story)
    },
  }),
  requirement({
    ...ofOrder,
    id: 'messages.stream-end',
    reading: 'S7',
    statement: 'A stream ends with `message_stop`.',
    appliesTo: (seen) => storyOf(seen) !== undefined && seen.stream?.unterminated !== true,
    *check(seen) {
      const story = storyOf(seen)
      if (story === undefined || story.events.some(({ type }) => type === 'message_stop')) return
      if (story.cut !== undefined) yield* doubtOf(story)
      else yield { ...endedIn(story.followed.state), expected: 'message_stop' }
    },
  }),
  requirement({
    ...ofOrder,
    id: 'messages.stream-nothing-after-stop',
    reading: 'S1',
    statement: 'After `message_stop` none of the six events comes again.',
    appliesTo: hasStopped,
    *check(seen) {
      const departure = storyOf(seen)?.followed.departure
      if (departure?.state !== 'ended') return
      yield {
        message: explain(departure),
        at: eventAt(departure.position),
        expected: 'nothing',
        actual: departure.symbol,
        departure: left(departure),
      }
    },
  }),
  requirement({
    ...ofOrder,
    id: 'messages.stream-no-done-before-stop',
    reading: 'S2',
    statement: 'No `[DONE]` stands before or instead of `message_stop`.',
    appliesTo: (seen) => storyOf(seen) !== undefined,
    *check(seen) {
      const { early } = doneMarks(storyOf(seen))
      for (const index of early) yield { message: '[DONE] comes before message_stop', at: eventAt(index) }
    },
  }),
  requirement({
    ...ofOrder,
    id: 'messages.stream-no-done-after-stop',
    level: 'implied',
    reading: 'S2',
    statement: 'No `[DONE]` follows `message_stop`.',
    appliesTo: hasStopped,
    *check(seen) {
      const { late } = doneMarks(storyOf(seen))
      for (const index of late) yield { message: '[DONE] comes after message_stop', at: eventAt(index) }
    },
  }),
] as const

function left({ state, expected, position }: Departure): Finding['departure'] & {} {
  return { state, permitted: expected, event: position }
}

function endedIn(state: string): Pick<Finding, 'message' | 'departure'> {
  const permitted = Object.keys(permittedIn(messageStream, state))
  return { message: explainEnd(messageStream, state), departure: { state, permitted } }
}

function eventAt(index: number): Finding['at'] & {} {
  return { in: 'event', index }
}

/** What a stream that was cut does not let us tell. */
function* doubtOf(story: Story | undefined): Generator<Finding> {
  if (story?.cut !== undefined) yield { doubt: true, message: `the stream was cut short: ${story.cut}` }
}

function hasStopped(seen: Observation): boolean {
  return storyOf(seen)?.events.some(({ type }) => type === 'message_stop') ?? false
}

function doneMarks(story: Story | undefined): { readonly early: readonly number[]; readonly late: readonly number[] } {
  const events = story?.events ?? []
  const stop = events.findIndex(({ type }) => type === 'message_stop')
  const marks = events.filter(({ type }) => type === doneMark).map(({ index }) => index)
  return {
    early: marks.filter((index) => stop < 0 || index < stop),
    late: marks.filter((index) => stop >= 0 && index > stop),
  }
}
