import { inPieces } from '../model/cut.ts'
import type { ReplyEvent } from '../reply.ts'
import type { Block, Message, Usage } from './messages-reply.ts'

/** The payload of an event of section 6. */
export type MessageStreamEvent =
  | { readonly type: 'message_start'; readonly message: Opening }
  | { readonly type: 'content_block_start'; readonly index: number; readonly content_block: Block }
  | { readonly type: 'content_block_delta'; readonly index: number; readonly delta: BlockDelta }
  | { readonly type: 'content_block_stop'; readonly index: number }
  | { readonly type: 'message_delta'; readonly delta: MessageDelta; readonly usage: Usage }
  | { readonly type: 'message_stop' }

/** A message before its content. */
export type Opening = Omit<Message, 'stop_reason'> & { readonly stop_reason: null }

/** A piece of a block. */
export type BlockDelta =
  | { readonly type: 'text_delta'; readonly text: string }
  | { readonly type: 'input_json_delta'; readonly partial_json: string }
  | { readonly type: 'thinking_delta'; readonly thinking: string }
  | { readonly type: 'signature_delta'; readonly signature: string }

/** The members of a message that are known only at its end. */
export type MessageDelta = Pick<Message, 'stop_reason' | 'stop_sequence' | 'usage'>

/**
 * Returns the events of section 6 for a message. They also have members that the specification does not require but
 * common clients need: `event:` lines, `content` and `usage` in `message_start`, a `type` in each delta, and `usage`
 * both inside and next to `message_delta.delta`.
 */
export function messageEvents(message: Message): ReplyEvent[] {
  const { stop_reason, stop_sequence, usage } = message
  return [
    event({ type: 'message_start', message: opening(message) }),
    ...message.content.flatMap(blockEvents),
    event({ type: 'message_delta', delta: { stop_reason, stop_sequence, usage }, usage }),
    event({ type: 'message_stop' }),
  ]
}

function event(payload: MessageStreamEvent): ReplyEvent {
  return { event: payload.type, data: payload }
}

function opening(message: Message): Opening {
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
    event({ type: 'content_block_start', index, content_block: emptied(block) }),
    ...deltas(block).map((delta) => event({ type: 'content_block_delta', index, delta })),
    event({ type: 'content_block_stop', index }),
  ]
}

function emptied(block: Block): Block {
  if (block.type === 'thinking') return { ...block, thinking: '', signature: '' }
  return block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} }
}

function deltas(block: Block): BlockDelta[] {
  if (block.type === 'thinking')
    return [
      ...inPieces(block.thinking).map((thinking) => ({ type: 'thinking_delta' as const, thinking })),
      { type: 'signature_delta', signature: block.signature },
    ]
  if (block.type === 'text') return inPieces(block.text).map((text) => ({ type: 'text_delta', text }))
  return inPieces(JSON.stringify(block.input)).map((partial_json) => ({ type: 'input_json_delta', partial_json }))
}
