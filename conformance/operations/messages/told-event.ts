import type { StreamEvent } from '../../model/events.ts'
import { isMembers, type Members, member } from './members.ts'

/** One event of a messages stream as its payload tells it. */
export interface ToldEvent {
  /** The event's number in its stream, from 0. */
  readonly index: number
  /** The payload's `type`; `[DONE]` for the end mark of another dialect, empty when there is none. */
  readonly type: string
  readonly payload: Members
}

export const doneMark = '[DONE]'

export function toldEvent({ index, data, json }: StreamEvent): ToldEvent {
  if (data.trim() === doneMark) return { index, type: doneMark, payload: {} }
  const type = member(json, 'type')
  return { index, type: typeof type === 'string' ? type : '', payload: isMembers(json) ? json : {} }
}

/** Whether an event is an error that ends its stream legally: section 7's body, its `code` judged apart (readings S2). */
export function isErrorEvent({ type, payload }: ToldEvent): boolean {
  const error = member(payload, 'error')
  const isNamedSo = type === 'error' || type === ''
  return isNamedSo && typeof member(error, 'type') === 'string' && typeof member(error, 'message') === 'string'
}
