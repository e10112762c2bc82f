import { isObject, type Members, member } from '../../../../schemas/json.ts'
import type { StreamEvent } from '../../../core/model/events.ts'

/** One event of a messages stream. Its type comes from its payload. */
export interface TracedEvent {
  /** The number of the event in its stream, from 0. */
  readonly index: number
  /** The `type` of the payload, `[DONE]` for the end mark of another API, or empty if it cannot be read. */
  readonly type: string
  readonly payload: Members
}

export const doneMark = '[DONE]'

/** The `type` of an event whose type cannot be read. */
export const unreadable = ''

export function tracedEvent({ index, data, json }: StreamEvent): TracedEvent {
  if (data.trim() === doneMark) return { index, type: doneMark, payload: {} }
  const type = member(json, 'type')
  return { index, type: typeof type === 'string' ? type : unreadable, payload: isObject(json) ? json : {} }
}

/**
 * Returns whether an event is an error that legally ends its stream: it has the type of an error and a body of section
 * 7. Its `code` is judged separately. A member `error` does not turn another event into one (interpretation S2).
 */
export function isErrorEvent({ type, payload }: TracedEvent): boolean {
  const error = member(payload, 'error')
  return type === 'error' && typeof member(error, 'type') === 'string' && typeof member(error, 'message') === 'string'
}
