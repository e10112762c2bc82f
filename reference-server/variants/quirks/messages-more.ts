import { type Members, membersOf } from '../../../schemas/json.ts'
import type { MessagesErrorBody } from '../../errors.ts'
import type { MessageStreamEvent } from '../../routes/messages-events.ts'
import type { Message } from '../../routes/messages-reply.ts'
import type { Quirk, VariantReply } from '../variant.ts'
import { inErrors, inReplies, parsed } from './json.ts'
import { inEachEvent, inStreams, type SentEvent } from './streams.ts'

function event(type: string, members: Members = {}): SentEvent {
  return { event: type, json: { type, ...members } }
}

/** Reports problems that it has recovered from in separate events with a member named `error`. */
export const noticesOfErrors: Quirk = inStreams((events) => {
  const error = { type: 'upstream_retry', message: 'The first provider was busy.', code: 'retried' }
  return events.flatMap((one, at) => (at === 1 ? [event('vendor_notice', { error }), one] : [one]))
})

/** Sends the usage inside `delta` as in section 6, and next to it the members that common clients read. */
export const sparseUsageBeside: Quirk = inEachEvent<MessageStreamEvent>((one) => {
  const { json } = one
  if (json.type !== 'message_delta') return [one]
  const usage = { output_tokens: json.usage.output_tokens, cache_read_input_tokens: null, server_tool_use: {} }
  return [event(json.type, { delta: json.delta, usage })]
})

/** Sends several `message_delta` with growing counts, each with the stop reason. */
export const growingCounts: Quirk = inEachEvent<MessageStreamEvent>((one) => {
  const { json } = one
  if (json.type !== 'message_delta') return [one]
  const { usage, ...delta } = json.delta
  const first = { ...delta, usage: { output_tokens: 1 } }
  return [event(json.type, { delta: first }), event(json.type, { delta: { ...delta, usage } })]
})

/**
 * Sends a text in every fortieth reply that has more code points than a text may have characters, but only half as many
 * graphemes.
 */
export const manyCodePoints: Quirk = (answer, request) =>
  request.ordinal % 40 === 1 ? accented(answer, request) : answer

const accented = inReplies<Message>((json) => ({
  ...json,
  content: json.content.map((block) =>
    block.type === 'text' && block.text !== '' ? { ...block, text: 'e\u0301'.repeat(2_500_001) } : block,
  ),
}))

/** Uses long ids with points, colons and slashes, as other systems do. */
export const idsOfItsOwn: readonly Quirk[] = [
  inReplies<Message>((json) => ({
    ...json,
    id: ownId(json.id),
    content: json.content.map((block) => (block.type === 'tool_use' ? { ...block, id: ownId(block.id) } : block)),
  })),
  inEachEvent<MessageStreamEvent>((one) => {
    const { json } = one
    if (json.type === 'message_start')
      return [event(json.type, { message: { ...json.message, id: ownId(json.message.id) } })]
    if (json.type !== 'content_block_start' || json.content_block.type !== 'tool_use') return [one]
    return [{ ...one, json: { ...json, content_block: { ...json.content_block, id: ownId(json.content_block.id) } } }]
  }),
]

function ownId(id: string): string {
  return `call:eu-west/7.${id}-${'0'.repeat(80)}`
}

/** Sends rejections with an empty message and unlisted members. */
export const silentErrors: Quirk = inErrors<MessagesErrorBody>(({ error: { type } }) => ({
  type: 'error',
  error: { type, message: '', code: '', param: null, details: [] },
  request_id: 'r-1',
}))

/** Sends input token counts that differ from the input because of a cache. */
export const cachedCounts: readonly Quirk[] = [
  inReplies<Message>((json) => ({ ...json, usage: cached(json.usage) })),
  inEachEvent<MessageStreamEvent>((one) => {
    const { json } = one
    if (json.type !== 'message_delta') return [one]
    const usage = cached(json.usage)
    return [event(json.type, { delta: { ...json.delta, usage }, usage })]
  }),
]

function cached(usage: Message['usage']): Members {
  return { ...usage, input_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 2_000_000_000_000 }
}

/** Writes integers with a fraction of zero or with an exponent. */
export const floatingIntegers: Quirk = (answer) => {
  const text = Buffer.from(answer.body).toString('utf8')
  const written = text
    .replaceAll(/"(\w+_tokens)":(\d+)(?=[,}])/g, '"$1":$2.0')
    .replaceAll(/"index":(\d+)(?=[,}])/g, '"index":$1e0')
  return written === text ? answer : rewritten(answer, written)
}

/** Writes JSON on several lines, with non-ASCII letters escaped. In streams, an event has several `data:` lines. */
export const escapedLetters: Quirk = (answer) => {
  const json = parsed(answer.body)
  if (json === undefined) return answer
  const text = JSON.stringify(json, undefined, 2).replaceAll(/[^\x00-\x7f]/g, escaped)
  return rewritten(answer, `\n\t${text}\r\n`)
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function rewritten(answer: VariantReply, text: string): VariantReply {
  const body = Buffer.from(text)
  return { ...answer, body, ...(answer.chunks === undefined ? {} : { chunks: [body] }) }
}

/** Sends streams without blocks if no tool is used. */
export const noBlocks: Quirk = inStreams<MessageStreamEvent>((events) =>
  events.some(({ json }) => json.type === 'content_block_start' && json.content_block.type === 'tool_use')
    ? events
    : events.filter(({ json }) => !json.type.startsWith('content_block')),
)

/** Sends a delta for every character, each followed by an empty one. */
export const singleCharacters: Quirk = inEachEvent<MessageStreamEvent>((one) => {
  const { json } = one
  if (json.type !== 'content_block_delta' || json.delta.type !== 'text_delta') return [one]
  const { index } = json
  return [...json.delta.text].flatMap((text) =>
    [text, ''].map((piece) => event(json.type, { index, delta: { type: 'text_delta', text: piece } })),
  )
})

/** Sends the whole input of a tool in `content_block_start`, without deltas. */
export const inputAtOnce: Quirk = inStreams<MessageStreamEvent>((events) => {
  const pieces = new Map<number, string>()
  for (const { json } of events) {
    if (json.type !== 'content_block_delta' || json.delta.type !== 'input_json_delta') continue
    pieces.set(json.index, (pieces.get(json.index) ?? '') + json.delta.partial_json)
  }
  return events.flatMap((one) => atOnce(one, pieces))
})

function atOnce(one: SentEvent<MessageStreamEvent>, pieces: ReadonlyMap<number, string>): readonly SentEvent[] {
  const { json } = one
  if (json.type === 'content_block_delta' && json.delta.type === 'input_json_delta') return []
  if (json.type !== 'content_block_start' || json.content_block.type !== 'tool_use') return [one]
  const input = membersOf(parsed(Buffer.from(pieces.get(json.index) ?? '{}')))
  return [event(json.type, { index: json.index, content_block: { ...json.content_block, input } })]
}

/** Sends a minimal start: no content, null for the counts, and a stop reason of null next to the message too. */
export const sparseStart: Quirk = inEachEvent<MessageStreamEvent>((one) => {
  const { json } = one
  if (json.type !== 'message_start') return [one]
  const { id, type, role, model } = json.message
  const message = { id, type, role, model, content: null, stop_reason: null, usage: null, container: null }
  return [event(json.type, { message, stop_reason: null })]
})

/** Uses another model name than the request, and letters of other scripts in every text. */
export const elsewhere: Quirk = inReplies<Message>((json) => ({
  ...json,
  model: 'vendor/model@2026-01 (eu)',
  content: json.content.map((block) =>
    block.type === 'text' ? { ...block, text: `\u202b${block.text} 日本\0` } : block,
  ),
}))
