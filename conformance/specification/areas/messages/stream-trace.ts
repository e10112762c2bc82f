import { memoize } from '../../../core/model/memoize.ts'
import { isSuccess, type Observation } from '../../../core/model/observation.ts'
import { type Followed, follow } from '../../../core/wire/grammar.ts'
import { messageStream } from './grammar.ts'
import { isErrorEvent, type TracedEvent, tracedEvent, unreadable } from './traced-event.ts'

/** The events of a stream that were received completely. */
export interface StreamTrace {
  /** The events up to a legal error event. */
  readonly events: readonly TracedEvent[]
  /** The events after the error event; absent if there is none. */
  readonly afterError?: readonly TracedEvent[]
  /** The result of the grammar up to the first `message_stop`. */
  readonly followed: Followed
  /**
   * The events up to `message_stop`, or up to the first one that the grammar rejects or that cannot be read. Only these
   * are joined and counted: after a lost or misplaced event, later ones cannot be assigned to a block.
   */
  readonly inOrder: readonly TracedEvent[]
  /** The reason why the end cannot be judged: an error event, or a connection that broke before `message_stop`. */
  readonly cut?: string
  /** True if the stream was not cut. */
  readonly isEnded: boolean
  /** True if it has all events from `message_start` to `message_stop`, in order. */
  readonly isWhole: boolean
}

/** Returns whether a reply is a stream of events, regardless of its content type. */
export function isEventStream({ stream, isStream }: Observation): boolean {
  return stream !== undefined && (isStream || stream.events.length > 0)
}

/** Returns the trace of an event stream with a 2xx status, cut or not. Returns `undefined` for other responses. */
export const streamTraceOf = memoize((seen: Observation): StreamTrace | undefined => {
  if (seen.stream === undefined || !isSuccess(seen.status) || !isEventStream(seen)) return undefined
  const all = seen.stream.events.map(tracedEvent)
  const failed = all.findIndex(isErrorEvent)
  const events = failed < 0 ? all : all.slice(0, failed)
  const followed = follow(
    messageStream,
    throughStop(events).map(({ type }) => type),
    unreadable,
  )
  const cut = events.some(isStop) ? undefined : cutOf(seen, all[failed])
  const isWhole = followed.isAccepting
  return {
    events,
    followed,
    inOrder: inOrder(events, followed),
    isWhole,
    isEnded: cut === undefined,
    ...(failed < 0 ? {} : { afterError: all.slice(failed + 1) }),
    cut,
  }
})

/** Returns the events up to the first `message_stop`. Another requirement covers later events. */
function throughStop(events: readonly TracedEvent[]): readonly TracedEvent[] {
  const stop = events.findIndex(isStop)
  return stop < 0 ? events : events.slice(0, stop + 1)
}

function inOrder(events: readonly TracedEvent[], { departure }: Followed): readonly TracedEvent[] {
  const accepted = throughStop(events).slice(0, departure?.position)
  const lost = accepted.findIndex(({ type }) => type === unreadable)
  return lost < 0 ? accepted : accepted.slice(0, lost)
}

export function isStop({ type }: TracedEvent): boolean {
  return type === 'message_stop'
}

/** Returns why a stream has no known end; the judge adds why it was not read. */
function cutOf({ complete }: Observation, error: TracedEvent | undefined): string | undefined {
  if (error !== undefined) return `the stream was cut off: event ${error.index} reports an error`
  return complete ? undefined : 'the stream was not read to its end'
}

/** Returns every readable `message_delta` of a message, even if misplaced, for requirements on single events. */
export function closingOf(trace: StreamTrace | undefined): readonly TracedEvent[] {
  return throughStop(trace?.events ?? []).filter(isClosing)
}

export function isClosing({ type }: TracedEvent): boolean {
  return type === 'message_delta'
}
