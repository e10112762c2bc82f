import { type Members, membersOf } from '../../../schemas/json.ts'
import {
  type Alteration,
  composed,
  inEachEvent,
  inErrors,
  inReplies,
  inStreams,
  type SentEvent,
} from '../../alterations.ts'
import type { MessagesErrorBody } from '../../errors.ts'
import type { ReplyEvent } from '../../reply.ts'
import type { MessageStreamEvent } from '../../routes/messages-events.ts'
import type { Block, Message } from '../../routes/messages-reply.ts'

/** Returns an event as the reference server writes it. */
export function event(type: string, members: Members = {}): ReplyEvent {
  return { event: type, data: { type, ...members } }
}

/** Sends pings before, between and after all events. */
export const pings = inStreams((events) => [event('ping'), ...events.flatMap((one) => [one, event('ping')])])

/** Repeats the counts, each time in a separate `message_delta`. */
export const severalDeltas = inEachEvent<MessageStreamEvent>((one) =>
  one.data.type === 'message_delta' ? [one, one, one] : [one],
)

/** Sends the usage of a `message_delta` in one place only. */
export function usageOnly(place: 'delta' | 'top'): Alteration {
  return inEachEvent<MessageStreamEvent>((one) => {
    if (one.data.type !== 'message_delta') return [one]
    const { usage, ...delta } = one.data.delta
    const counts = { input_tokens: usage.input_tokens, output_tokens: usage.output_tokens }
    return [event('message_delta', place === 'top' ? { delta, usage: counts } : { delta: { ...delta, usage: counts } })]
  })
}

/** Sends only the members that section 6 lists: no types on deltas, no content, and no counts at the start. */
export const bareEvents = inEachEvent<MessageStreamEvent>(({ data }) => {
  if (data.type === 'message_start') {
    const { id, model, role, type } = data.message
    return [event('message_start', { message: { id, model, role, type }, stop_reason: null })]
  }
  if (data.type === 'content_block_delta' && 'text' in data.delta)
    return [event(data.type, { index: data.index, delta: { text: data.delta.text } })]
  if (data.type === 'message_delta') {
    const { input_tokens, output_tokens } = data.delta.usage
    return [
      event(data.type, { delta: { stop_reason: data.delta.stop_reason, usage: { input_tokens, output_tokens } } }),
    ]
  }
  return [{ event: data.type, data }]
})

/** Sends text in `content_block_start`, blocks without a delta, empty texts, and empty pieces of JSON. */
export const oddBlocks = inEachEvent<MessageStreamEvent>((one) => {
  const { data } = one
  if (data.type === 'content_block_start' && data.content_block.type === 'text') {
    const { index } = data
    return [event(data.type, { index, content_block: { type: 'text', text: 'So: ' } }), textDelta(index, '')]
  }
  if (data.type === 'content_block_delta' && data.delta.type === 'input_json_delta') {
    return [event(data.type, { index: data.index, delta: { ...data.delta, partial_json: '' } }), one]
  }
  return [one]
})

function textDelta(index: number, text: string): ReplyEvent {
  return event('content_block_delta', { index, delta: { type: 'text_delta', text } })
}

/** Sends a thinking block and an unknown block before the content, and an empty text block after it. */
export const moreBlocks = inStreams<MessageStreamEvent>((events) => {
  const last = Math.max(-1, ...events.map(({ data }) => ('index' in data ? data.index : -1)))
  return events.flatMap((one) => {
    const { data } = one
    if (data.type === 'message_start') {
      return [
        one,
        ...block(0, 'thinking', { thinking: '', signature: '' }, { type: 'thinking_delta', thinking: 'Hm.' }),
        ...block(1, 'vendor_search', {}, { type: 'hit_delta', hits: 3 }),
      ]
    }
    if (data.type === 'message_delta') return [...block(last + 3, 'text', { text: '' }), one]
    return ['index' in data ? { ...one, data: { ...data, index: data.index + 2 } } : one]
  })
})

function block(index: number, type: string, members: Members, delta?: Members): readonly ReplyEvent[] {
  return [
    event('content_block_start', { index, content_block: { type, ...members } }),
    ...(delta === undefined ? [] : [event('content_block_delta', { index, delta })]),
    event('content_block_stop', { index }),
  ]
}

/** Ends every fifth stream with an error event, because the upstream is overloaded. */
export const endsInError = inStreams((events, { ordinal }) => {
  if (ordinal % 5 !== 0) return events
  const error = { type: 'overloaded_error', message: 'Overloaded', code: 'overloaded' }
  return [...events.slice(0, 2), event('error', { error })]
})

/** Sends unlisted kinds of blocks around those of the reply, and splits a text into several blocks. */
export const moreKinds = inReplies<Message>((message) => ({
  ...message,
  container: null,
  content: [
    { type: 'thinking', thinking: '', signature: 'c2ln' },
    ...message.content.flatMap(inTwo),
    { type: 'vendor_search', hits: [] },
  ],
  usage: { ...message.usage, service_tier: 'standard', cache_creation: {}, server_tool_use: null },
}))

function inTwo(block: Block): readonly Members[] {
  if (block.type !== 'text' || block.text.length < 2) return [block]
  return [
    { ...block, text: block.text.slice(0, 1), citations: null },
    { ...block, text: block.text.slice(1) },
  ]
}

/** Cuts a tool use at the token limit if any tool may be used: its input is lost, or ends within its JSON. */
export const cutToolUse: Alteration = (reply, request) => {
  const { type, disable_parallel_tool_use: isSingle } = membersOf(membersOf(request.value.body)['tool_choice'])
  return type === 'any' && isSingle === undefined ? composed(cutReply, cutStream)(reply, request) : reply
}

const cutReply = inReplies<Message>((message) => {
  if (message.stop_reason !== 'tool_use') return message
  const last = message.content.findLastIndex(({ type }) => type === 'tool_use')
  const content = message.content.map((one, at) => (at === last ? { ...one, input: {} } : one))
  return { ...message, stop_reason: 'max_tokens', content }
})

const cutStream = inStreams<MessageStreamEvent>((events) => {
  const cut = events.flatMap(({ data }) => toolUseIn(data) ?? []).at(-1)
  return cut === undefined ? events : events.map((one) => unfinished(one, cut))
})

/** Returns the index of the tool use that an event starts. */
function toolUseIn(data: MessageStreamEvent): number | undefined {
  return data.type === 'content_block_start' && data.content_block.type === 'tool_use' ? data.index : undefined
}

function unfinished(one: SentEvent<MessageStreamEvent>, cut: number): ReplyEvent {
  const { data } = one
  if (data.type === 'content_block_delta' && data.index === cut)
    return event(data.type, { index: cut, delta: { ...data.delta, partial_json: '{"a": "unfin' } })
  if (data.type !== 'message_delta') return one
  return event(data.type, { ...data, delta: { ...data.delta, stop_reason: 'max_tokens' } })
}

/** Sends the two counts of the cache as null, or omits them. */
export function cacheCounts(value: null | undefined): Alteration {
  return inReplies<Message>((message) => ({
    ...message,
    usage: { ...message.usage, cache_creation_input_tokens: value, cache_read_input_tokens: value },
  }))
}

/** Sends an empty `content` if no tool is used. */
export const saysNothing = inReplies<Message>((message) =>
  message.stop_reason === 'tool_use' ? message : { ...message, content: [] },
)

/** Sends an error body that contains only `error`. */
export const errorAlone = inErrors<MessagesErrorBody>(({ error: { type, message, code } }) => ({
  error: { type, message, code },
}))

/** Rejects with other statuses than 400 and with unlisted words. */
export const otherStatuses: Alteration = (reply, request) => {
  if (reply.status !== 400) return reply
  const status = [404, 413, 422][request.ordinal % 3] ?? 422
  return { ...inOtherWords(reply, request), status }
}

const inOtherWords = inErrors<MessagesErrorBody>((body) => ({
  ...body,
  error: { ...body.error, type: 'validation_failed' },
}))
