import { itemsOf, type Members, member, membersOf } from '../../schemas/json.ts'
import type { Message, Usage } from '../routes/messages-reply.ts'

/** The reply of the chat completions API. */
export interface ChatCompletion {
  readonly id: string
  readonly object: 'chat.completion'
  readonly created: number
  readonly model: string
  readonly choices: readonly ChatChoice[]
  readonly usage: ChatUsage
}

interface ChatChoice {
  readonly index: number
  readonly message: ChatMessage
  readonly finish_reason: string
  readonly logprobs: null
}

interface ChatMessage {
  readonly role: 'assistant'
  readonly content: string | null
  readonly tool_calls?: readonly ChatCall[]
}

interface ChatCall {
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; readonly arguments: string }
}

interface ChatUsage {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly total_tokens: number
  readonly prompt_tokens_details?: { readonly cached_tokens: number }
}

const finishReasons = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  tool_use: 'tool_calls',
} as const satisfies Record<Message['stop_reason'], string>

export function chatOfMessage(message: Message, created: number): ChatCompletion {
  const text = message.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('')
  const calls = message.content.flatMap((block): ChatCall[] =>
    block.type === 'tool_use'
      ? [{ id: block.id, type: 'function', function: { name: block.name, arguments: JSON.stringify(block.input) } }]
      : [],
  )
  const own = { role: 'assistant', content: text === '' ? null : text } as const
  return {
    id: message.id.replace('msg_', 'chatcmpl-'),
    object: 'chat.completion',
    created,
    model: message.model,
    choices: [
      {
        index: 0,
        message: calls.length === 0 ? own : { ...own, tool_calls: calls },
        finish_reason: finishReasons[message.stop_reason],
        logprobs: null,
      },
    ],
    usage: chatUsage(message.usage),
  }
}

/** Counts cached tokens as a part of the prompt, as this API does. */
function chatUsage({ input_tokens, output_tokens, ...cached }: Usage): ChatUsage {
  const { cache_read_input_tokens: read, cache_creation_input_tokens: written } = cached
  const prompt = input_tokens + read + written
  return {
    prompt_tokens: prompt,
    completion_tokens: output_tokens,
    total_tokens: prompt + output_tokens,
    ...(read === 0 ? {} : { prompt_tokens_details: { cached_tokens: read } }),
  }
}

/** Returns the chunks of a streamed reply. Usage is only included if the request asks for it, as providers do. */
export function chatChunks(completion: ChatCompletion, withUsage: boolean): readonly unknown[] {
  const { id, created, model, choices, usage } = completion
  const head = { id, object: 'chat.completion.chunk', created, model }
  const chunks = choices.flatMap(({ index, message, finish_reason }) =>
    [...deltasOf(message).map((delta) => ({ delta, finish_reason: null })), { delta: {}, finish_reason }].map(
      (one) => ({ ...head, choices: [{ index, ...one }], ...(withUsage ? { usage: null } : {}) }),
    ),
  )
  return [...chunks, ...(withUsage ? [{ ...head, choices: [], usage }] : [])]
}

function deltasOf({ content, tool_calls: calls = [] }: ChatMessage): readonly object[] {
  const pieces = content?.match(/\S+\s*|\s+/gu) ?? []
  return [
    { role: 'assistant', content: '' },
    ...pieces.map((piece) => ({ content: piece })),
    ...calls.flatMap(({ id, function: { name, arguments: input } }, index) => {
      const half = Math.ceil(input.length / 2)
      return [
        { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] },
        { tool_calls: [{ index, function: { arguments: input.slice(0, half) } }] },
        { tool_calls: [{ index, function: { arguments: input.slice(half) } }] },
      ]
    }),
  ]
}

/**
 * Returns the request for a message that a chat completions request asks for. The reference server then validates it as
 * any other.
 */
export function messagesOfChat(chat: unknown): Members {
  const body = membersOf(chat)
  const turns = itemsOf(body['messages']).map(membersOf)
  const system = turns.filter(({ role }) => role === 'system' || role === 'developer').map(({ content }) => content)
  const tools = itemsOf(body['tools']).map((tool) => membersOf(member(tool, 'function')))
  const asked = {
    model: body['model'],
    max_tokens: body['max_completion_tokens'] ?? body['max_tokens'] ?? 1024,
    messages: turns.flatMap(turnOf),
    system: system.length === 0 ? undefined : system.map(textOfContent).join('\n'),
    stop_sequences: body['stop'] === undefined ? undefined : [body['stop']].flat(),
    temperature: body['temperature'] === undefined ? undefined : Math.min(1, Number(body['temperature'])),
    tools:
      tools.length === 0
        ? undefined
        : tools.map(({ name, description, parameters }) => ({
            name,
            description,
            input_schema: parameters ?? { type: 'object' },
          })),
    tool_choice: choiceOf(body['tool_choice']),
  }
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined && value !== null))
}

function turnOf(turn: Members): readonly object[] {
  const { role, content } = turn
  if (role === 'system' || role === 'developer') return []
  if (role === 'tool')
    return [
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: turn['tool_call_id'], content: textOfContent(content) }],
      },
    ]
  const calls = itemsOf(turn['tool_calls']).map(membersOf)
  if (calls.length === 0) return [{ role, content: typeof content === 'string' ? content : blocksOf(content) }]
  const uses = calls.map(({ id, function: called }) => ({
    type: 'tool_use',
    id,
    name: member(called, 'name'),
    input: parsedArguments(member(called, 'arguments')),
  }))
  const text = textOfContent(content)
  return [{ role, content: [...(text === '' ? [] : [{ type: 'text', text }]), ...uses] }]
}

function blocksOf(content: unknown): readonly object[] {
  return itemsOf(content).map((part) => {
    const { type, text } = membersOf(part)
    const [, media_type, data] = /^data:([^;]+);base64,(.*)$/s.exec(String(memberUrl(part))) ?? []
    if (type !== 'image_url' || data === undefined) return { type: 'text', text }
    return { type: 'image', source: { type: 'base64', media_type, data } }
  })
}

function memberUrl(part: unknown): unknown {
  return member(member(part, 'image_url'), 'url')
}

function textOfContent(content: unknown): string {
  if (typeof content === 'string') return content
  return itemsOf(content)
    .map((part) => member(part, 'text'))
    .filter((text) => typeof text === 'string')
    .join('')
}

function parsedArguments(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return {}
  }
}

function choiceOf(choice: unknown): object | undefined {
  if (choice === 'required') return { type: 'any' }
  if (choice === 'auto') return { type: 'auto' }
  const name = member(member(choice, 'function'), 'name')
  return typeof name === 'string' ? { type: 'tool', name } : undefined
}
