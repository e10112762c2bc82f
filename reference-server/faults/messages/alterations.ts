import { isDeepStrictEqual } from 'node:util'
import { type Members, membersOf } from '../../../schemas/json.ts'
import {
  type Alteration,
  type Change,
  each,
  inPayloads,
  inReply,
  inStream,
  only,
  where,
  within,
} from '../../alterations.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import { type ReplyEvent, raw } from '../../reply.ts'
import { messageFor } from '../../routes/messages-answer.ts'
import { messageEvents } from '../../routes/messages-events.ts'
import type { Message } from '../../routes/messages-reply.ts'

/** Alters the message of section 2.9. */
export function inMessage(change: Change): Alteration {
  return inReply('messages.create', change)
}

export const messageOperations = ['messages.create', 'messages.stream'] as const

/** Alters the message of both operations. Sends the events of the altered message. */
export function inMessages(change: Change): Alteration {
  return only(messageOperations, (reply, request) => {
    if (reply.body.kind !== 'events') return inMessage(change)(reply, request)
    const message = { ...messageFor(request) }
    const altered = change(message, request) as Message
    return isDeepStrictEqual(altered, message)
      ? reply
      : { ...reply, body: { kind: 'events', events: messageEvents(altered) } }
  })
}

export function inBlocks(type: string, change: Change): Alteration {
  return inMessage(each('content', where(isOf(type), change)))
}

/** Alters the token counts of a message. */
export function inUsage(change: Change): Alteration {
  return inMessage(within('usage', change))
}

/** Alters the payloads of a stream's events of one type. */
export function inEvent(type: string, change: Change): Alteration {
  return inPayloads('messages.stream', where(isOf(type), change))
}

export function inEvents(
  change: (events: readonly ReplyEvent[], request: IncomingRequest) => readonly ReplyEvent[],
): Alteration {
  return inStream('messages.stream', change)
}

export function dropping(type: string): Alteration {
  return inEvents((events) => events.filter((event) => !isEvent(event, type)))
}

export function doubling(type: string): Alteration {
  return inEvents((events) => events.flatMap((event) => (isEvent(event, type) ? [event, event] : [event])))
}

/** Returns an event without a name, with this text as its data. */
export function bareData(text: string): ReplyEvent {
  return { data: raw(text) }
}

export function isEvent({ data }: ReplyEvent, type: string): boolean {
  return isOf(type)(membersOf(data))
}

/** Tests whether a block, delta or payload has a type. */
export function isOf(wanted: string): (members: Members) => boolean {
  return ({ type }) => type === wanted
}

export function hasDelta(type: string): (payload: Members) => boolean {
  return ({ delta }) => isOf(type)(membersOf(delta))
}

export function endsByItself({ stop_reason }: Members): boolean {
  return stop_reason === 'end_turn'
}
