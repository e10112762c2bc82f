import type { IncomingRequest } from '../../incoming-request.ts'
import { objectIn } from '../../model/loose.ts'
import { type ReplyEvent, raw } from '../../reply.ts'
import {
  type Alteration,
  type Change,
  each,
  inPayloads,
  inReply,
  inStream,
  type Members,
  where,
  within,
} from '../alterations.ts'

/** Breaks the message of section 2.9. */
export function inMessage(change: Change): Alteration {
  return inReply('messages.create', change)
}

/** Breaks the content blocks of one type. */
export function inBlocks(type: string, change: Change): Alteration {
  return inMessage(each('content', where(isOf(type), change)))
}

/** Breaks the counts of a message. */
export function inUsage(change: Change): Alteration {
  return inMessage(within('usage', change))
}

/** Breaks the payloads of the stream's events of one type. */
export function inEvent(type: string, change: Change): Alteration {
  return inPayloads('messages.stream', where(isOf(type), change))
}

/** Breaks which events a stream has, and in what order. */
export function inEvents(
  change: (events: readonly ReplyEvent[], request: IncomingRequest) => readonly ReplyEvent[],
): Alteration {
  return inStream('messages.stream', change)
}

/** Leaves out the events of a type. */
export function dropping(type: string): Alteration {
  return inEvents((events) => events.filter((event) => !isEvent(event, type)))
}

/** Sends the events of a type twice. */
export function doubling(type: string): Alteration {
  return inEvents((events) => events.flatMap((event) => (isEvent(event, type) ? [event, event] : [event])))
}

/** An event without a name, its data as it is. */
export function bareData(text: string): ReplyEvent {
  return { data: raw(text) }
}

/** Whether an event is of a type. */
export function isEvent({ data }: ReplyEvent, type: string): boolean {
  return isOf(type)(objectIn(data))
}

/** Whether a block, delta or payload is of a type. */
export function isOf(wanted: string): (members: Members) => boolean {
  return ({ type }) => type === wanted
}

/** Whether a payload's delta is of a type. */
export function hasDelta(type: string): (payload: Members) => boolean {
  return ({ delta }) => isOf(type)(objectIn(delta))
}
