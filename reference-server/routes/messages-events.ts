import { inPieces } from '../model/pieces.ts'
import type { ReplyEvent } from '../reply.ts'
import type { Block, Message } from './messages-reply.ts'

/**
 * The events of section 6 for a message. Beyond what the document asks they carry what clients in the field cannot
 * do without: `event:` lines, `content` and `usage` in `message_start`, a `type` in each delta, and `usage` beside
 * `message_delta.delta` as well as inside it.
 */
export function eventsOf(message: Message): ReplyEvent[] {
  const { stop_reason, stop_sequence, usage } = message
  return [
    event('message_start', { message: opening(message) }),
    ...message.content.flatMap(blockEvents),
    event('message_delta', { delta: { stop_reason, stop_sequence, usage }, usage }),
    event('message_stop', {}),
  ]
}

function event(type: string, members: Readonly<Record<string, unknown>>): ReplyEvent {
  return { event: type, data: { type, ...members } }
}

/** The message before a word of it is said. */
function opening(message: Message): unknown {
  return {
    ...message,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...message.usage, output_tokens: 1 },
  }
}

function blockEvents(block: Block, index: number): ReplyEvent[] {
  return [
    event('content_block_start', { index, content_block: emptied(block) }),
    ...deltas(block).map((delta) => event('content_block_delta', { index, delta })),
    event('content_block_stop', { index }),
  ]
}

function emptied(block: Block): Block {
  return block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} }
}

function deltas(block: Block): unknown[] {
  if (block.type === 'text') return inPieces(block.text).map((text) => ({ type: 'text_delta', text }))
  return inPieces(JSON.stringify(block.input)).map((partial_json) => ({ type: 'input_json_delta', partial_json }))
}
