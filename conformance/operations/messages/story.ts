import type { Observation } from '../../model/observation.ts'
import { oncePer } from '../../model/once-per.ts'
import { type Followed, follow } from '../../sse/grammar.ts'
import { messageStream } from './grammar.ts'
import { isErrorEvent, type ToldEvent, toldEvent } from './told-event.ts'

/** What a stream tells, up to a legal error event. */
export interface Story {
  readonly events: readonly ToldEvent[]
  /** How far its events keep to the grammar. */
  readonly followed: Followed
  /** Why its end cannot be judged: an error event, or a connection that broke. */
  readonly cut?: string
  /** Whether it was told from `message_start` to `message_stop` in order. */
  readonly isWhole: boolean
}

/** Whether a 2xx reply is a stream, whatever its content type says. */
export function isEventStream({ stream, isStream }: Observation): boolean {
  return stream !== undefined && (isStream || stream.events.length > 0)
}

/** The story of a successful reply that is an event stream; `undefined` for every other reply. */
export const storyOf = oncePer((seen: Observation): Story | undefined => {
  if (seen.stream === undefined || !isEventStream(seen)) return undefined
  const all = seen.stream.events.map(toldEvent)
  const failed = all.findIndex(isErrorEvent)
  const events = failed < 0 ? all : all.slice(0, failed)
  const symbols = events.map(({ type }) => type)
  const followed = follow(messageStream, symbols)
  const cut = cutOf(seen, all[failed])
  const isWhole = followed.isAccepting
  return { events, followed, isWhole, ...(cut === undefined || isWhole ? {} : { cut }) }
})

function cutOf({ complete, unread, exchange }: Observation, error: ToldEvent | undefined): string | undefined {
  if (error !== undefined) return `event ${error.index} reports an error`
  return complete ? undefined : (unread ?? `the exchange ended early (${exchange.ended})`)
}
