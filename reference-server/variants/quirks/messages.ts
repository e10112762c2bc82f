import { type Members, membersOf } from '../../../schemas/json.ts'
import type { MessagesErrorBody } from '../../errors.ts'
import type { MessageStreamEvent } from '../../routes/messages-events.ts'
import type { Block, Message } from '../../routes/messages-reply.ts'
import type { Quirk } from '../variant.ts'
import { inErrors, inReplies } from './json.ts'
import { inEachEvent, inStreams, type SentEvent } from './streams.ts'

/** Returns an event as the reference server writes it. */
function event(type: string, members: Members = {}): SentEvent {
  return { event: type, json: { type, ...members } }
}

/** Sends pings before, between and after all events. */
export const pings: Quirk = inStreams((events) => [event('ping'), ...events.flatMap((one) => [one, event('ping')])])

/** Repeats the counts, each time in a separate `message_delta`. */
export const severalDeltas: Quirk = inEachEvent<MessageStreamEvent>((one) =>
  one.json.type === 'message_delta' ? [one, one, one] : [one],
)

/** Sends the usage of a `message_delta` in one place only. */
export function usageOnly(place: 'delta' | 'top'): Quirk {
  return inEachEvent<MessageStreamEvent>((one) => {
    if (one.json.type !== 'message_delta') return [one]
    const { usage, ...delta } = one.json.delta
    const counts = { input_tokens: usage.input_tokens, output_tokens: usage.output_tokens }
    return [event('message_delta', place === 'top' ? { delta, usage: counts } : { delta: { ...delta, usage: counts } })]
  })
}

/** Sends only the members that section 6 lists: no types on deltas, no content, and no counts at the start. */
export const bareEvents: Quirk = inEachEvent<MessageStreamEvent>(({ json }) => {
  if (json.type === 'message_start') {
    const { id, model, role, type } = json.message
    return [event('message_start', { message: { id, model, role, type }, stop_reason: null })]
  }
  if (json.type === 'content_block_delta' && 'text' in json.delta)
    return [event(json.type, { index: json.index, delta: { text: json.delta.text } })]
  if (json.type === 'message_delta') {
    const { input_tokens, output_tokens } = json.delta.usage
    return [
      event(json.type, { delta: { stop_reason: json.delta.stop_reason, usage: { input_tokens, output_tokens } } }),
    ]
  }
  return [{ event: json.type, json }]
})

/** Sends text in `content_block_start`, blocks without a delta, empty texts, and empty pieces of JSON. */
export const oddBlocks: Quirk = inEachEvent<MessageStreamEvent>((one) => {
  const { json } = one
  if (json.type === 'content_block_start' && json.content_block.type === 'text') {
    const { index } = json
    return [event(json.type, { index, content_block: { type: 'text', text: 'So: ' } }), textDelta(index, '')]
  }
  if (json.type === 'content_block_delta' && json.delta.type === 'input_json_delta') {
    return [event(json.type, { index: json.index, delta: { ...json.delta, partial_json: '' } }), one]
  }
  return [one]
})

function textDelta(index: number, text: string): SentEvent {
  return event('content_block_delta', { index, delta: { type: 'text_delta', text } })
}

/** Sends a thinking block and an unknown block before the content, and an empty text block after it. */
export const moreBlocks: Quirk = inStreams<MessageStreamEvent>((events) => {
  const last = Math.max(-1, ...events.map(({ json }) => ('index' in json ? json.index : -1)))
  return events.flatMap((one) => {
    const { json } = one
    if (json.type === 'message_start') {
      return [
        one,
        ...block(0, 'thinking', { thinking: '', signature: '' }, { type: 'thinking_delta', thinking: 'Hm.' }),
        ...block(1, 'vendor_search', {}, { type: 'hit_delta', hits: 3 }),
      ]
    }
    if (json.type === 'message_delta') return [...block(last + 3, 'text', { text: '' }), one]
    return ['index' in json ? { ...one, json: { ...json, index: json.index + 2 } } : one]
  })
})

function block(index: number, type: string, members: Members, delta?: Members): readonly SentEvent[] {
  return [
    event('content_block_start', { index, content_block: { type, ...members } }),
    ...(delta === undefined ? [] : [event('content_block_delta', { index, delta })]),
    event('content_block_stop', { index }),
  ]
}

/** Ends every fifth stream with an error event, because the upstream is overloaded. */
export const endsInError: Quirk = inStreams((events, { ordinal }) => {
  if (ordinal % 5 !== 0) return events
  const error = { type: 'overloaded_error', message: 'Overloaded', code: 'overloaded' }
  return [...events.slice(0, 2), event('error', { error })]
})

/** Sends unlisted kinds of blocks around those of the reply, and splits a text into several blocks. */
export const moreKinds: Quirk = inReplies<Message>((json) => ({
  ...json,
  container: null,
  content: [
    { type: 'thinking', thinking: '', signature: 'c2ln' },
    ...json.content.flatMap(inTwo),
    { type: 'vendor_search', hits: [] },
  ],
  usage: { ...json.usage, service_tier: 'standard', cache_creation: {}, server_tool_use: null },
}))

function inTwo(block: Block): readonly Members[] {
  if (block.type !== 'text' || block.text.length < 2) return [block]
  return [
    { ...block, text: block.text.slice(0, 1), citations: null },
    { ...block, text: block.text.slice(1) },
  ]
}

/** Cuts a tool use at the token limit if any tool may be used: its input is lost, or ends within its JSON. */
export const cutToolUse: Quirk = (answer, request) => {
  const { type, disable_parallel_tool_use: isSingle } = membersOf(membersOf(request.json)['tool_choice'])
  return type === 'any' && isSingle === undefined ? cutStream(cutReply(answer, request), request) : answer
}

const cutReply: Quirk = inReplies<Message>((json) => {
  if (json.stop_reason !== 'tool_use') return json
  const last = json.content.findLastIndex(({ type }) => type === 'tool_use')
  const content = json.content.map((one, at) => (at === last ? { ...one, input: {} } : one))
  return { ...json, stop_reason: 'max_tokens', content }
})

const cutStream: Quirk = inStreams<MessageStreamEvent>((events) => {
  const cut = events.flatMap(({ json }) => toolUseIn(json) ?? []).at(-1)
  return cut === undefined ? events : events.map((one) => unfinished(one, cut))
})

/** Returns the index of the tool use that an event starts. */
function toolUseIn(json: MessageStreamEvent): number | undefined {
  return json.type === 'content_block_start' && json.content_block.type === 'tool_use' ? json.index : undefined
}

function unfinished(one: SentEvent<MessageStreamEvent>, cut: number): SentEvent {
  const { json } = one
  if (json.type === 'content_block_delta' && json.index === cut)
    return event(json.type, { index: cut, delta: { ...json.delta, partial_json: '{"a": "unfin' } })
  if (json.type !== 'message_delta') return one
  return event(json.type, { ...json, delta: { ...json.delta, stop_reason: 'max_tokens' } })
}

/** Sends the two counts of the cache as null, or omits them. */
export function cacheCounts(value: null | undefined): Quirk {
  return inReplies<Message>((json) => ({
    ...json,
    usage: { ...json.usage, cache_creation_input_tokens: value, cache_read_input_tokens: value },
  }))
}

/** Sends an empty `content` if no tool is used. */
export const saysNothing: Quirk = inReplies<Message>((json) =>
  json.stop_reason === 'tool_use' ? json : { ...json, content: [] },
)

/** Sends an error body that contains only `error`. */
export const errorAlone: Quirk = inErrors<MessagesErrorBody>(({ error: { type, message, code } }) => ({
  error: { type, message, code },
}))

/** Rejects with other statuses than 400 and with unlisted words. */
export const otherStatuses: Quirk = (answer, request) => {
  if (answer.status !== 400) return answer
  const status = [404, 413, 422][request.ordinal % 3] ?? 422
  const changed = inErrors<MessagesErrorBody>((json) => ({
    ...json,
    error: { ...json.error, type: 'validation_failed' },
  }))(answer, request)
  return { ...changed, status }
}
