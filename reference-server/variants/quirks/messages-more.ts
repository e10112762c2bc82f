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
import type { Message } from '../../routes/messages-reply.ts'
import { inJsonText, inText } from '../../transport-alterations.ts'
import { event } from './messages.ts'

/** Reports problems that it has recovered from in separate events with a member named `error`. */
export const noticesOfErrors = inStreams((events) => {
  const error = { type: 'upstream_retry', message: 'The first provider was busy.', code: 'retried' }
  return events.flatMap((one, at) => (at === 1 ? [event('vendor_notice', { error }), one] : [one]))
})

/** Sends the usage inside `delta` as in section 6, and next to it the members that common clients read. */
export const sparseUsageBeside = inEachEvent<MessageStreamEvent>((one) => {
  const { data } = one
  if (data.type !== 'message_delta') return [one]
  const usage = { output_tokens: data.usage.output_tokens, cache_read_input_tokens: null, server_tool_use: {} }
  return [event(data.type, { delta: data.delta, usage })]
})

/** Sends several `message_delta` with growing counts, each with the stop reason. */
export const growingCounts = inEachEvent<MessageStreamEvent>((one) => {
  const { data } = one
  if (data.type !== 'message_delta') return [one]
  const { usage, ...delta } = data.delta
  const first = { ...delta, usage: { output_tokens: 1 } }
  return [event(data.type, { delta: first }), event(data.type, { delta: { ...delta, usage } })]
})

/**
 * Sends a text in every fortieth reply that has more code points than a text may have characters, but only half as many
 * graphemes.
 */
export const manyCodePoints: Alteration = (reply, request) =>
  request.ordinal % 40 === 1 ? accented(reply, request) : reply

const accented = inReplies<Message>((message) => ({
  ...message,
  content: message.content.map((block) =>
    block.type === 'text' && block.text !== '' ? { ...block, text: 'e\u0301'.repeat(2_500_001) } : block,
  ),
}))

/** Uses long ids with points, colons and slashes, as other systems do. */
export const idsOfItsOwn = composed(
  inReplies<Message>((message) => ({
    ...message,
    id: ownId(message.id),
    content: message.content.map((block) => (block.type === 'tool_use' ? { ...block, id: ownId(block.id) } : block)),
  })),
  inEachEvent<MessageStreamEvent>((one) => {
    const { data } = one
    if (data.type === 'message_start')
      return [event(data.type, { message: { ...data.message, id: ownId(data.message.id) } })]
    if (data.type !== 'content_block_start' || data.content_block.type !== 'tool_use') return [one]
    return [{ ...one, data: { ...data, content_block: { ...data.content_block, id: ownId(data.content_block.id) } } }]
  }),
)

function ownId(id: string): string {
  return `call:eu-west/7.${id}-${'0'.repeat(80)}`
}

/** Sends rejections with an empty message and unlisted members. */
export const silentErrors = inErrors<MessagesErrorBody>(({ error: { type } }) => ({
  type: 'error',
  error: { type, message: '', code: '', param: null, details: [] },
  request_id: 'r-1',
}))

/** Sends input token counts that differ from the input because of a cache. */
export const cachedCounts = composed(
  inReplies<Message>((message) => ({ ...message, usage: cached(message.usage) })),
  inEachEvent<MessageStreamEvent>((one) => {
    const { data } = one
    if (data.type !== 'message_delta') return [one]
    const usage = cached(data.usage)
    return [event(data.type, { delta: { ...data.delta, usage }, usage })]
  }),
)

function cached(usage: Message['usage']): Members {
  return { ...usage, input_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 2_000_000_000_000 }
}

/** Writes integers with a fraction of zero or with an exponent. */
export const floatingIntegers = inText((text) =>
  text.replaceAll(/"(\w+_tokens)":(\d+)(?=[,}])/g, '"$1":$2.0').replaceAll(/"index":(\d+)(?=[,}])/g, '"index":$1e0'),
)

/** Writes JSON on several lines, with non-ASCII letters escaped. */
export const escapedLetters = inJsonText((value) => {
  const text = JSON.stringify(value, undefined, 2).replaceAll(/[^\x00-\x7f]/g, escaped)
  return `\n\t${text}\r\n`
})

/** Writes a UTF-16 unit as an escape sequence of JSON. */
export function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Sends streams without blocks if no tool is used. */
export const noBlocks = inStreams<MessageStreamEvent>((events) =>
  events.some(({ data }) => data.type === 'content_block_start' && data.content_block.type === 'tool_use')
    ? events
    : events.filter(({ data }) => !data.type.startsWith('content_block')),
)

/** Sends a delta for every character, each followed by an empty one. */
export const singleCharacters = inEachEvent<MessageStreamEvent>((one) => {
  const { data } = one
  if (data.type !== 'content_block_delta' || data.delta.type !== 'text_delta') return [one]
  const { index } = data
  return [...data.delta.text].flatMap((text) =>
    [text, ''].map((piece) => event(data.type, { index, delta: { type: 'text_delta', text: piece } })),
  )
})

/** Sends each text, and the whole input of each tool, in `content_block_start`, without deltas. */
export const blocksAtOnce = inStreams<MessageStreamEvent>((events) => {
  const pieces = new Map<number, string>()
  for (const { data } of events) {
    const piece = pieceIn(data)
    if (piece !== undefined) pieces.set(piece.index, (pieces.get(piece.index) ?? '') + piece.text)
  }
  return events.flatMap((one) => atOnce(one, pieces))
})

function atOnce(one: SentEvent<MessageStreamEvent>, pieces: ReadonlyMap<number, string>): readonly ReplyEvent[] {
  const { data } = one
  if (pieceIn(data) !== undefined) return []
  if (data.type !== 'content_block_start') return [one]
  const { index, content_block: block } = data
  const whole = pieces.get(index) ?? ''
  if (block.type === 'text') return [event(data.type, { index, content_block: { ...block, text: whole } })]
  if (block.type !== 'tool_use') return [one]
  return [event(data.type, { index, content_block: { ...block, input: membersOf(JSON.parse(whole || '{}')) } })]
}

function pieceIn(data: MessageStreamEvent): { readonly index: number; readonly text: string } | undefined {
  if (data.type !== 'content_block_delta') return undefined
  const { index, delta } = data
  if (delta.type === 'text_delta') return { index, text: delta.text }
  return delta.type === 'input_json_delta' ? { index, text: delta.partial_json } : undefined
}

/** Sends a minimal start: no content, null for the counts, and a stop reason of null next to the message too. */
export const sparseStart = inEachEvent<MessageStreamEvent>((one) => {
  const { data } = one
  if (data.type !== 'message_start') return [one]
  const { id, type, role, model } = data.message
  const message = { id, type, role, model, content: null, stop_reason: null, usage: null, container: null }
  return [event(data.type, { message, stop_reason: null })]
})

/** Uses another model name than the request, and letters of other scripts in every text. */
export const elsewhere = inReplies<Message>((message) => ({
  ...message,
  model: 'vendor/model@2026-01 (eu)',
  content: message.content.map((block) =>
    block.type === 'text' ? { ...block, text: `\u202b${block.text} 日本\0` } : block,
  ),
}))
