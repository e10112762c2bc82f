import type { Oddity } from '../variant.ts'
import { inErrors, inReplies, type Json } from './json.ts'
import { inEvents, inStreams, type SentEvent } from './streams.ts'

/** An event as the reference server writes it. */
function event(type: string, members: Json = {}): SentEvent {
  return { event: type, json: { type, ...members } }
}

/** Pings before, between and after all events. */
export const pings: Oddity = inStreams((events) => [event('ping'), ...events.flatMap((one) => [one, event('ping')])])

/** Tells the counts several times, each time a `message_delta` of its own. */
export const severalDeltas: Oddity = inEvents((one) => (one.json.type === 'message_delta' ? [one, one, one] : [one]))

/** The usage of a `message_delta` in one place only. */
export function usageOnly(place: 'delta' | 'top'): Oddity {
  return inEvents((one) => {
    if (one.json.type !== 'message_delta') return [one]
    const { usage, ...rest } = one.json
    const { usage: inner, ...delta } = one.json.delta
    const counts = { input_tokens: (inner ?? usage).input_tokens, output_tokens: (inner ?? usage).output_tokens }
    return [
      place === 'top'
        ? event('message_delta', { ...rest, delta, usage: counts })
        : event('message_delta', { delta: { ...delta, usage: counts } }),
    ]
  })
}

/** Nothing but what section 6 lists: no types on deltas, no content, no counts at the start. */
export const bareEvents: Oddity = inEvents(({ json }) => {
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

/** Text in `content_block_start` already, blocks without a delta, empty texts, empty pieces of JSON. */
export const oddBlocks: Oddity = inEvents((one) => {
  const { type, index, content_block, delta } = one.json
  if (type === 'content_block_start' && content_block.type === 'text') {
    return [event(type, { index, content_block: { type: 'text', text: 'So: ' } }), textDelta(index, '')]
  }
  if (type === 'content_block_delta' && delta.type === 'input_json_delta') {
    return [event(type, { index, delta: { type: 'input_json_delta', partial_json: '' } }), one]
  }
  return [one]
})

function textDelta(index: number, text: string): SentEvent {
  return event('content_block_delta', { index, delta: { type: 'text_delta', text } })
}

/** A thinking block and one that nobody knows before what the reference server sends, an empty text block after it. */
export const moreBlocks: Oddity = inStreams((events) => {
  const last = Math.max(-1, ...events.map(({ json }) => json.index ?? -1))
  return events.flatMap((one) => {
    if (one.json.type === 'message_start') {
      return [
        one,
        ...block(0, 'thinking', { thinking: '', signature: '' }, { type: 'thinking_delta', thinking: 'Hm.' }),
        ...block(1, 'vendor_search', {}, { type: 'hit_delta', hits: 3 }),
      ]
    }
    if (one.json.type === 'message_delta') return [...block(last + 3, 'text', { text: '' }), one]
    const { index } = one.json
    return [index === undefined ? one : { ...one, json: { ...one.json, index: index + 2 } }]
  })
})

function block(index: number, type: string, members: Json, delta?: Json): readonly SentEvent[] {
  return [
    event('content_block_start', { index, content_block: { type, ...members } }),
    ...(delta === undefined ? [] : [event('content_block_delta', { index, delta })]),
    event('content_block_stop', { index }),
  ]
}

/** Every fifth stream is cut short by an error event: the upstream is overloaded. */
export const endsInError: Oddity = inStreams((events, { ordinal }) => {
  if (ordinal % 5 !== 0) return events
  const error = { type: 'overloaded_error', message: 'Overloaded', code: 'overloaded' }
  return [...events.slice(0, 2), event('error', { error })]
})

/** More kinds of blocks than listed, around those of the reply; a text in several blocks. */
export const moreKinds: Oddity = inReplies((json) =>
  json.type !== 'message'
    ? json
    : {
        ...json,
        container: null,
        content: [
          { type: 'thinking', thinking: '', signature: 'c2ln' },
          ...json.content.flatMap(inTwo),
          { type: 'vendor_search', hits: [] },
        ],
        usage: { ...json.usage, service_tier: 'standard', cache_creation: {}, server_tool_use: null },
      },
)

function inTwo(block: Json): readonly Json[] {
  if (block.type !== 'text' || block.text.length < 2) return [block]
  return [
    { ...block, text: block.text.slice(0, 1), citations: null },
    { ...block, text: block.text.slice(1) },
  ]
}

/** A tool use that the limit cuts, where any tool may be used: its input is lost, or breaks off within its JSON. */
export const cutToolUse: Oddity = (answer, ask) => {
  const { type, disable_parallel_tool_use: isSingle } = (ask.json as Json)?.tool_choice ?? {}
  return type === 'any' && isSingle === undefined ? cutStream(cutReply(answer, ask), ask) : answer
}

const cutReply: Oddity = inReplies((json) => {
  if (json.stop_reason !== 'tool_use') return json
  const last = json.content.findLastIndex(({ type }: Json) => type === 'tool_use')
  return { ...json, stop_reason: 'max_tokens', content: json.content.with(last, { ...json.content[last], input: {} }) }
})

const cutStream: Oddity = inStreams((events) => {
  const cut = events.findLast(({ json }) => json.content_block?.type === 'tool_use')?.json.index
  return cut === undefined ? events : events.map((one) => unfinished(one, cut))
})

function unfinished(one: SentEvent, cut: number): SentEvent {
  const { type, index, delta } = one.json
  if (type === 'content_block_delta' && index === cut)
    return event(type, { index, delta: { ...delta, partial_json: '{"a": "unfin' } })
  return type === 'message_delta' ? event(type, { ...one.json, delta: { ...delta, stop_reason: 'max_tokens' } }) : one
}

/** The two counts of the cache as null, or not at all. */
export function cacheCounts(value: null | undefined): Oddity {
  return inReplies((json) => ({
    ...json,
    usage: { ...json.usage, cache_creation_input_tokens: value, cache_read_input_tokens: value },
  }))
}

/** Nothing to say where nobody asks for a tool: an empty `content`. */
export const saysNothing: Oddity = inReplies((json) =>
  json.stop_reason === 'tool_use' ? json : { ...json, content: [] },
)

/** An error body that holds `error` alone. */
export const errorAlone: Oddity = inErrors(({ error: { type, message, code } }) => ({ error: { type, message, code } }))

/** Refuses with other statuses than 400, whose words nobody lists. */
export const otherStatuses: Oddity = (answer, ask) => {
  if (answer.status !== 400) return answer
  const status = [404, 413, 422][ask.ordinal % 3] ?? 422
  const changed = inErrors((json) => ({ ...json, error: { ...json.error, type: 'validation_failed' } }))(answer, ask)
  return { ...changed, status }
}
