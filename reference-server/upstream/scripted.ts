import type { ScriptedReply, UpstreamFormat } from '../../conformance/core/model/upstream.ts'
import { member } from '../../schemas/json.ts'
import { frame, type ReplyEvent } from '../reply.ts'
import type { ReplyPart } from '../routes/content-generation-candidate.ts'
import { contentEvents } from '../routes/content-generation-events.ts'
import type { Generated } from '../routes/content-generation-reply.ts'
import { messageEvents } from '../routes/messages-events.ts'
import type { Block, Message } from '../routes/messages-reply.ts'
import { chatChunks, chatOfMessage } from './chat.ts'
import type { CalledAs } from './formats.ts'

/** The parts of its request that a reply repeats, and those that make it unique. */
export interface ReplyContext {
  readonly model: string
  readonly serial: string
  /** Seconds since 1970. */
  readonly created: number
  readonly body: unknown
}

/** Returns the JSON body of a plain reply. */
export function plainReply(reply: ScriptedReply, format: UpstreamFormat, asked: ReplyContext): unknown {
  switch (format) {
    case 'messages':
      return messageOf(reply, asked)
    case 'chat':
      return chatOfMessage(messageOf(reply, asked), asked.created)
    case 'content':
      return generatedOf(reply, asked)
    default:
      return picturesOf(reply, asked, format)
  }
}

/** Returns the frames of a streamed reply. */
export function streamedReply(reply: ScriptedReply, { format }: CalledAs, asked: ReplyContext): readonly string[] {
  if (format === 'chat') {
    const withUsage = member(member(asked.body, 'stream_options'), 'include_usage') === true
    const chunks = chatChunks(chatOfMessage(messageOf(reply, asked), asked.created), withUsage)
    return [...chunks.map((data) => frame({ data })), 'data: [DONE]\n\n']
  }
  const events: readonly ReplyEvent[] =
    format === 'content' ? contentEvents(generatedOf(reply, asked)) : messageEvents(messageOf(reply, asked))
  return events.map(frame)
}

function messageOf({ text, tool, usage }: ScriptedReply, { model, serial }: ReplyContext): Message {
  const calls: Block[] =
    tool === undefined ? [] : [{ type: 'tool_use', id: `toolu_${serial}`, name: tool.name, input: tool.input }]
  return {
    ...{ id: `msg_${serial}`, type: 'message', role: 'assistant', model },
    content: [{ type: 'text', text }, ...calls],
    stop_reason: tool === undefined ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage: {
      ...{ input_tokens: usage.input, output_tokens: usage.output },
      ...{ cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
    },
  }
}

function generatedOf({ text, tool, usage }: ScriptedReply, { model, serial }: ReplyContext): Generated {
  const call: ReplyPart[] = tool === undefined ? [] : [{ functionCall: { name: tool.name, args: tool.input } }]
  return {
    candidates: [
      {
        content: { role: 'model', parts: [{ text }, ...call] },
        ...{ finishReason: 'STOP', index: 0, tokenCount: usage.output },
      },
    ],
    usageMetadata: {
      ...{ promptTokenCount: usage.input, candidatesTokenCount: usage.output },
      totalTokenCount: usage.input + usage.output,
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: usage.input }],
      candidatesTokensDetails: [{ modality: 'TEXT', tokenCount: usage.output }],
    },
    modelVersion: model,
    responseId: serial,
  }
}

/** Returns pictures in the form that the request names. Only the larger model reports usage (section 4, rule 2). */
function picturesOf(reply: ScriptedReply, { created, body }: ReplyContext, format: UpstreamFormat): unknown {
  const { text, usage, picture } = reply
  const one =
    member(body, 'response_format') === 'b64_json'
      ? { b64_json: picture?.base64, revised_prompt: text }
      : { url: picture?.url, revised_prompt: text }
  const count = Math.min(10, Math.max(1, Number(member(body, 'n')) || 1))
  const hasUsage = format === 'images.edit' && member(body, 'model') === 'image-model-multi'
  const counts = {
    ...{ total_tokens: usage.input + usage.output, input_tokens: usage.input, output_tokens: usage.output },
    input_tokens_details: { text_tokens: usage.input, image_tokens: 0 },
  }
  return { created, data: Array.from({ length: count }, () => one), ...(hasUsage ? { usage: counts } : {}) }
}
