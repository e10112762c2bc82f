import { bytes, events, frame, json, type Reply, type ReplyEvent } from '../reply.ts'
import { breaking, onSuccess } from './alterations.ts'
import type { Fault } from './fault.ts'
import { bareData, inEvents } from './messages-alterations.ts'

const stream = 'messages.stream'
const streamType = 'text/event-stream; charset=utf-8'

/** Defects of the stream as bytes (readings.md S3, S7, M11). */
export const streamFramingFaults: readonly Fault[] = [
  breaking('messages-stream-as-json', ['messages.stream-given'], onSuccess(stream, asMessage)),
  breaking('messages-stream-as-html', ['messages.stream-given'], onSuccess(stream, asHtml)),
  breaking('messages-stream-type-of-json', ['messages.stream-content-type'], onSuccess(stream, withJsonType)),
  breaking('messages-stream-unterminated', ['messages.stream-terminated'], onSuccess(stream, withoutLastBlankLine)),
  breaking('messages-stream-cut', ['messages.stream-order'], onSuccess(stream, cutShort)),
  breaking(
    'messages-stream-empty',
    ['messages.stream-order'],
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
  breaking('messages-stream-no-data-prefix', ['messages.stream-order'], onSuccess(stream, withoutDataPrefix)),
]

function asMessage(): Reply {
  const content = [{ type: 'text', text: 'All at once.' }]
  return json(200, { id: 'msg_0', type: 'message', role: 'assistant', content, stop_reason: 'end_turn' })
}

function asHtml(): Reply {
  return bytes(200, 'text/html; charset=utf-8', '<!doctype html><title>Welcome</title>')
}

function withJsonType(reply: Reply): Reply {
  return { ...reply, headers: { ...reply.headers, 'content-type': 'application/json' } }
}

function framesOf(reply: Reply): string {
  return reply.body.kind === 'events' ? reply.body.events.map(frame).join('') : ''
}

function withoutLastBlankLine(reply: Reply): Reply {
  return bytes(200, streamType, framesOf(reply).slice(0, -1))
}

/** Half the stream, then a broken connection. */
function cutShort(reply: Reply): Reply {
  const text = framesOf(reply)
  const half = new TextEncoder().encode(text.slice(0, text.length / 2))
  return { ...reply, body: { kind: 'cut', type: streamType, bytes: half } }
}

/** The event before the last loses its end. */
function withCutJson(sent: readonly ReplyEvent[]): readonly ReplyEvent[] {
  return sent.map((event, index) =>
    index === 1 ? { ...event, ...bareData(JSON.stringify(event.data).slice(0, -3)) } : event,
  )
}

function withoutDataPrefix(reply: Reply): Reply {
  return bytes(200, streamType, framesOf(reply).replaceAll('data: ', ''))
}
