import { itemsOf, type Members, member, memberAt, membersOf } from '../../schemas/json.ts'
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

/** Returns the completion with each message as a choice. There is at least one. */
export function chatOfMessages(messages: readonly Message[], created: number): ChatCompletion {
  const { id, model, usage } = messages[0]!
  const completion_tokens = messages.reduce((sum, message) => sum + message.usage.output_tokens, 0)
  return {
    id: id.replace('msg_', 'chatcmpl-'),
    object: 'chat.completion',
    created,
    model,
    choices: messages.map(choiceOf),
    usage: chatUsage({ ...usage, output_tokens: completion_tokens }),
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

function choiceOf({ content, stop_reason }: Message, index: number): ChatChoice {
  const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('')
  const calls = content.flatMap((block): ChatCall[] =>
    block.type === 'tool_use'
      ? [{ id: block.id, type: 'function', function: { name: block.name, arguments: JSON.stringify(block.input) } }]
      : [],
  )
  const own = { role: 'assistant', content: text === '' ? null : text } as const
  return {
    index,
    message: calls.length === 0 ? own : { ...own, tool_calls: calls },
    finish_reason: finishReasons[stop_reason],
    logprobs: null,
  }
}

/** Returns the chunks of a streamed reply. Usage is only included if the request asks for it, as providers do. */
export function chatChunks(completion: ChatCompletion, withUsage: boolean): readonly unknown[] {
  const { id, created, model, usage, choices } = completion
  const head = { id, object: 'chat.completion.chunk', created, model }
  const chunks = choices.flatMap(({ index, message, finish_reason }) => [
    ...deltasOf(message).map((delta) => ({ index, delta, finish_reason: null })),
    { index, delta: {}, finish_reason },
  ])
  return [
    ...chunks.map((choice) => ({ ...head, choices: [choice], ...(withUsage ? { usage: null } : {}) })),
    ...(withUsage ? [{ ...head, choices: [], usage }] : []),
  ]
}

function deltasOf({ content, tool_calls }: ChatMessage): readonly object[] {
  const pieces = content?.match(/\S+\s*|\s+/gu) ?? []
  const calls = (tool_calls ?? []).flatMap((call, index) => {
    const { name, arguments: input } = call.function
    const half = Math.ceil(input.length / 2)
    return [
      { tool_calls: [{ index, id: call.id, type: 'function', function: { name, arguments: '' } }] },
      { tool_calls: [{ index, function: { arguments: input.slice(0, half) } }] },
      { tool_calls: [{ index, function: { arguments: input.slice(half) } }] },
    ]
  })
  return [{ role: 'assistant', content: '' }, ...pieces.map((piece) => ({ content: piece })), ...calls]
}

/** Enough for any reply: without a limit in the request, a completion ends by itself. */
const mostTokens = 1_000_000

/** Returns the request for the message that is the choice `index` of a chat completions request. */
export function messagesOfChat(chat: Members, index: number): Members {
  const turns = itemsOf(chat['messages']).map(membersOf)
  const [instructions, spoken] = [turns.filter(isInstruction), turns.filter((turn) => !isInstruction(turn))]
  const tools = itemsOf(chat['tools']).map((tool) => membersOf(member(tool, 'function')))
  return {
    model: chat['model'],
    max_tokens: chat['max_completion_tokens'] ?? chat['max_tokens'] ?? mostTokens,
    system: instructions.map(({ content }) => textOfContent(content)).join('\n'),
    messages: spoken.map(turnOf),
    stop_sequences: [chat['stop'] ?? []].flat(),
    temperature: chat['temperature'],
    top_p: chat['top_p'],
    // Chat has no top_k. In its place stands everything else that changes the words.
    top_k: [chat['seed'], chat['presence_penalty'], chat['frequency_penalty'], index],
    tools:
      tools.length === 0
        ? undefined
        : tools.map(({ parameters, ...tool }) => ({ ...tool, input_schema: parameters ?? { type: 'object' } })),
    tool_choice: {
      ...toolChoiceOf(chat['tool_choice']),
      disable_parallel_tool_use: chat['parallel_tool_calls'] === false,
    },
    output_config: { format: formatOf(membersOf(chat['response_format'])) },
  }
}

function isInstruction({ role }: Members): boolean {
  return role === 'system' || role === 'developer'
}

function turnOf({ role, content, tool_calls }: Members): Members {
  if (role === 'tool') return { role: 'user', content: [{ type: 'tool_result', content: textOfContent(content) }] }
  if (typeof content === 'string' && tool_calls === undefined) return { role, content }
  const calls = itemsOf(tool_calls).map((call) => membersOf(member(call, 'function')))
  return {
    role,
    content: [
      ...(typeof content === 'string' ? [{ type: 'text', text: content }] : itemsOf(content).map(blockOf)),
      ...calls.map(({ name, arguments: input }) => ({ type: 'tool_use', name, input })),
    ],
  }
}

function blockOf(part: unknown): Members {
  return member(part, 'type') === 'image_url' ? { type: 'image' } : membersOf(part)
}

function textOfContent(content: unknown): string {
  if (typeof content === 'string') return content
  return itemsOf(content)
    .map((part) => String(member(part, 'text')))
    .join('')
}

const toolChoices: Readonly<Record<string, string>> = { none: 'none', required: 'any' }

function toolChoiceOf(choice: unknown): Members {
  const name = memberAt(choice, 'function', 'name')
  return name === undefined ? { type: toolChoices[String(choice)] ?? 'auto' } : { type: 'tool', name }
}

/** JSON without a schema is any object. */
function formatOf({ type, json_schema }: Members): Members | undefined {
  if (type !== 'json_object' && type !== 'json_schema') return undefined
  return { type: 'json_schema', schema: member(json_schema, 'schema') }
}
