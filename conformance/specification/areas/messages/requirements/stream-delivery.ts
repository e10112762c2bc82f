import { requirement } from '../../../../core/model/build.ts'
import { counted } from '../../../../core/text/counted.ts'
import { streamTraceOf } from '../stream-trace.ts'

/**
 * The thresholds of late delivery: the minimum time until the first event and the maximum time from the first to the
 * last event in milliseconds, and the minimum number of events. A faster reply may have been generated in one piece.
 */
const plainlyLate = 1000
const atOnce = 20
const enough = 8

/** Requirements on the arrival times of events. */
export default [
  requirement({
    id: 'messages.stream-delivery',
    section: '6',
    endpoint: 'messages.stream',
    dimension: 'stream',
    level: 'unspecified',
    interpretation: 'S8',
    statement: 'The events of a stream arrive one after another, not all at once at the end.',
    needs: ['chunks', 'timing'],
    appliesTo: (seen) => streamTraceOf(seen)?.isWhole === true && (seen.stream?.events.length ?? 0) >= enough,
    *check({ stream }) {
      const first = stream?.events[0]?.at ?? 0
      const last = stream?.events.at(-1)?.at ?? 0
      if (first < plainlyLate || last - first > atOnce) return
      const message = `all ${counted(stream?.events.length ?? 0, 'event')} arrived within ${Math.round(last - first)} ms, after ${Math.round(first)} ms`
      yield { message, at: { in: 'event', index: 0 }, actual: { firstMs: first, lastMs: last } }
    },
  }),
] as const
