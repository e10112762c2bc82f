import { membersOf } from '../../../schemas/json.ts'
import { onSuccess } from '../../alterations.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import { bytes, events, jsonReply, type Reply, type ReplyEvent } from '../../reply.ts'
import { messageFor } from '../../routes/messages-answer.ts'
import { asHtml, framesOf, withJsonType, withLatin1Comment, withoutDataPrefix } from '../../transport-alterations.ts'
import { breaking, type Fault } from '../fault.ts'
import { bareData, hasDelta, inEvents } from './alterations.ts'

const stream = 'messages.stream'
const streamType = 'text/event-stream; charset=utf-8'

/** Defects of the stream as bytes (interpretations S3, S7, M11). */
export const streamFramingFaults: readonly Fault[] = [
  breaking('messages-stream-as-json', ['messages.stream-given'], onSuccess(stream, asMessage)),
  breaking('messages-stream-as-html', ['messages.stream-given'], onSuccess(stream, asHtml)),
  breaking('messages-stream-type-of-json', ['messages.stream-content-type'], onSuccess(stream, withJsonType)),
  breaking('messages-stream-unterminated', ['messages.stream-terminated'], onSuccess(stream, withoutLastBlankLine)),
  breaking('messages-stream-cut', ['messages.stream-terminated'], onSuccess(stream, cutShort)),
  breaking(
    'messages-stream-empty',
    ['messages.stream-end'],
    onSuccess(stream, () => events([])),
  ),
  breaking('messages-stream-cut-json', ['messages.stream-payload'], inEvents(withCutJson)),
  breaking(
    'messages-stream-untyped-payload',
    ['messages.stream-payload'],
    inEvents((sent) => [...sent.slice(0, 1), { data: {} }, ...sent.slice(1)]),
  ),
  breaking(
    'messages-stream-other-names',
    ['messages.stream-event-line-agrees'],
    inEvents((sent) => sent.map((event) => ({ ...event, event: 'message' }))),
  ),
  breaking('messages-stream-latin-1', ['messages.stream-utf8'], onSuccess(stream, withLatin1Comment)),
  breaking('messages-stream-error-without-code', ['messages.stream-error-body'], inEvents(withErrorWithoutCode)),
  breaking('messages-stream-buffered', ['messages.stream-delivery'], onSuccess(stream, atTheEnd)),
  breaking('messages-stream-no-data-prefix', ['messages.stream-end'], onSuccess(stream, withoutDataPrefix)),
]

/** Delays a long stream and sends it all at once. */
function atTheEnd(reply: Reply): Reply {
  if (reply.body.kind !== 'events' || reply.body.events.length < 8) return reply
  return { ...reply, body: { kind: 'burst', events: reply.body.events, afterMs: 1100 } }
}

/** Returns the complete message instead of a stream. */
function asMessage(_reply: Reply, request: IncomingRequest): Reply {
  return jsonReply(200, messageFor(request))
}

function withoutLastBlankLine(reply: Reply): Reply {
  return bytes(200, streamType, framesOf(reply).slice(0, -1))
}

/** Ends the response normally within the last event but one. */
function cutShort(reply: Reply): Reply {
  const text = framesOf(reply)
  return bytes(200, streamType, text.slice(0, text.lastIndexOf('event: message_stop') - 9))
}

/** Cuts the JSON of the first piece of text. */
function withCutJson(sent: readonly ReplyEvent[]): readonly ReplyEvent[] {
  const first = sent.findIndex(({ data }) => hasDelta('text_delta')(membersOf(data)))
  return sent.map((event, index) =>
    index === first ? { ...event, ...bareData(JSON.stringify(event.data).slice(0, -3)) } : event,
  )
}

function withErrorWithoutCode(sent: readonly ReplyEvent[]): readonly ReplyEvent[] {
  const error = { type: 'error', error: { type: 'overloaded_error', message: 'Not now.' } }
  return [...sent.slice(0, 2), { event: 'error', data: error }]
}
