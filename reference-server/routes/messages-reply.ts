import type { ModelAnswer, Piece } from '../model/answer.ts'

/** The message of section 2.9. */
export interface Message {
  readonly id: string
  readonly type: 'message'
  readonly role: 'assistant'
  readonly model: string
  readonly content: readonly Block[]
  readonly stop_reason: 'end_turn' | 'max_tokens' | 'stop_sequence' | 'tool_use'
  readonly stop_sequence: string | null
  readonly usage: Usage
}

export type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: unknown }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }

export interface Usage {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cache_creation_input_tokens: number
  readonly cache_read_input_tokens: number
}

/** Returns the model's answer as a message. `serial` is unique among this server's replies. */
export function answerAsMessage(answer: ModelAnswer, serial: string, model: string, usage: Usage): Message {
  const content = answer.pieces.flatMap((piece, index) => blockOf(piece, `toolu_${serial}${index}`))
  const { ending } = answer
  return {
    id: `msg_${serial}`,
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: stopReason(answer, content),
    stop_sequence: ending.by === 'stop-sequence' ? ending.sequence : null,
    usage,
  }
}

function blockOf(piece: Piece, id: string): Block[] {
  if (piece.kind === 'text') return [{ type: 'text', text: piece.text }]
  return piece.kind === 'call' ? [{ type: 'tool_use', id, name: piece.name, input: piece.input }] : []
}

function stopReason({ ending }: ModelAnswer, content: readonly Block[]): Message['stop_reason'] {
  if (ending.by === 'stop-sequence') return 'stop_sequence'
  if (ending.by === 'max-tokens') return 'max_tokens'
  return content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn'
}
