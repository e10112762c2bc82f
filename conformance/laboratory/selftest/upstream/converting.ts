import type { IncomingMessage, ServerResponse } from 'node:http'
import { itemsOf, type Members, member, memberAt, membersOf } from '../../../../schemas/json.ts'
import { chatOfContent, contentChunks, contentOfChat } from './converting-content.ts'
import {
  askUpstream,
  clientRequest,
  type Forwarding,
  keyGiven,
  type MiddleOptions,
  parsedJson,
  type RunningGateway,
  sendFailure,
  sendJsonTo,
  startMiddle,
} from './pass-through.ts'

/** The habits of a converting gateway. A fault replaces some of them. */
export interface ConvertingHabits {
  /** Changes the converted request. */
  readonly up?: (chat: Members, client: Members) => Members
  /** Changes the message of a plain reply. */
  readonly down?: (message: Members) => Members
  /** Changes the payload of an event, or drops it. */
  readonly event?: (event: Members) => Members | undefined
  /** True if the gateway ends every stream as a complete one. */
  readonly endsAnyway?: boolean
}

/** Starts a gateway with messages and content generation in front and chat completions behind. */
export function startConverting(
  options: Omit<MiddleOptions, 'habits'> & { readonly habits?: ConvertingHabits },
): Promise<RunningGateway> {
  return startMiddle(async (request, response) => {
    const client = await clientRequest(request)
    const fail = failing(client, response)
    if (keyGiven(client) !== options.key) return fail(401, 'The key is not valid.')
    const body = parsedJson(client.body)
    const asked = askedFor(client, membersOf(body))
    if (asked === undefined || body === undefined) return fail(400, 'The request is invalid.')
    return convert(asked, client, response, options)
  })
}

/** A request of the client, and the ways to answer it in its format. */
interface Asked {
  readonly chat: Members
  readonly body: Members
  readonly isStream: boolean
  readonly replyOf: (chat: Members) => Members
  readonly streamOf: (send: (event: Members) => void) => (chunk: Members | 'done') => void
}

function askedFor({ path, headers }: Forwarding, body: Members): Asked | undefined {
  const [, name, verb] = /^\/v1beta\/models\/([^/:?]+):(generate|streamGenerate)Content/.exec(path) ?? []
  if (name !== undefined)
    return {
      chat: chatOfContent(name, body),
      body,
      isStream: verb === 'streamGenerate',
      replyOf: (chat) => contentOfChat(chat, name),
      streamOf: (send) => {
        const convertChunk = contentChunks(name)
        return (chunk) => convertChunk(chunk).forEach(send)
      },
    }
  if (!path.startsWith('/v1/messages') || headers['provider-version'] === undefined) return undefined
  const model = String(body['model'])
  return {
    chat: chatOf(body),
    body,
    isStream: body['stream'] === true,
    replyOf: (chat) => messageOf(chat, model),
    streamOf: (send) => messageStream(send, model),
  }
}

type Fail = (status: number, message: string, retryAfter?: string) => void

function failing({ path }: Forwarding, response: ServerResponse): Fail {
  return (status, message, retryAfter) => {
    if (response.headersSent) response.destroy()
    else sendFailure(response, { status, path, message, retryAfter })
  }
}

async function convert(
  { chat: said, body: asked, isStream, replyOf, streamOf }: Asked,
  client: Forwarding,
  response: ServerResponse,
  { upstream, upstreamKey, prefix = '/v1', habits = {} }: Parameters<typeof startConverting>[0],
): Promise<void> {
  const fail = failing(client, response)
  const streamed = isStream ? { stream: true, stream_options: { include_usage: true } } : {}
  const chat = Object.fromEntries(Object.entries({ ...said, ...streamed }).filter(([, value]) => value !== undefined))
  const body = Buffer.from(JSON.stringify(habits.up?.(chat, asked) ?? chat))
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${upstreamKey}` }
  const answer = await askUpstream(
    upstream,
    { method: 'POST', path: `${prefix}/chat/completions`, headers, body },
    response,
  )
  if ('stream' in answer) return stream(answer.stream, response, streamOf, habits)
  if (!('json' in answer)) return fail(answer.status, answer.message, answer.retryAfter)
  if (isStream) return fail(502, 'The provider sent no reply.')
  const message = replyOf(membersOf(answer.json))
  return sendJsonTo(response, 200, habits.down?.(message) ?? message)
}

function chatOf(asked: Members): Members {
  const tools = itemsOf(asked['tools']).map(membersOf)
  return {
    model: asked['model'],
    max_tokens: asked['max_tokens'],
    messages: [
      ...(asked['system'] === undefined ? [] : [{ role: 'system', content: asked['system'] }]),
      ...itemsOf(asked['messages']).map(membersOf).flatMap(chatTurns),
    ],
    stop: asked['stop_sequences'],
    temperature: asked['temperature'],
    top_p: asked['top_p'],
    user: memberAt(asked, 'metadata', 'user_id'),
    tool_choice: chatChoice(membersOf(asked['tool_choice'])),
    parallel_tool_calls: memberAt(asked, 'tool_choice', 'disable_parallel_tool_use') === true ? false : undefined,
    tools:
      tools.length === 0
        ? undefined
        : tools.map(({ name, description, input_schema: parameters }) => ({
            type: 'function',
            function: { name, description, parameters },
          })),
  }
}

const choices: Readonly<Record<string, string>> = { auto: 'auto', any: 'required' }

function chatChoice({ type, name }: Members): unknown {
  return type === 'tool' ? { type: 'function', function: { name } } : choices[String(type)]
}

/** Pictures in results follow them as the user's, because results have only text. */
function chatTurns({ role, content }: Members): readonly Members[] {
  if (typeof content === 'string') return [{ role, content }]
  const blocks = itemsOf(content).map(membersOf)
  const results = blocks.filter(({ type }) => type === 'tool_result')
  const uses = blocks.filter(({ type }) => type === 'tool_use')
  const inResults = results.flatMap((block) => itemsOf(block['content']).map(membersOf))
  const parts = [...inResults.filter(({ type }) => type === 'image'), ...blocks].flatMap(partsOf)
  const calls = uses.map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }))
  return [
    ...results.map(({ tool_use_id, content: result }) => ({
      role: 'tool',
      tool_call_id: tool_use_id,
      content: typeof result === 'string' ? result : itemsOf(result).map(textIn).join(' '),
    })),
    ...(calls.length > 0 ? [{ role, content: null, tool_calls: calls }] : []),
    ...(parts.length > 0 ? [{ role, content: parts }] : []),
  ]
}

function textIn(block: unknown): string {
  return String(member(block, 'text') ?? '')
}

function partsOf({ type, text, source }: Members): readonly Members[] {
  if (type === 'text') return [{ type, text }]
  const url = `data:${String(member(source, 'media_type'))};base64,${String(member(source, 'data'))}`
  return type === 'image' ? [{ type: 'image_url', image_url: { url } }] : []
}

const reasons: Readonly<Record<string, string>> = { stop: 'end_turn', length: 'max_tokens', tool_calls: 'tool_use' }

function messageOf(chat: Members, model: string): Members {
  const [choice] = itemsOf(chat['choices'])
  const { content, tool_calls: calls } = membersOf(member(choice, 'message'))
  return {
    id: String(chat['id']),
    type: 'message',
    role: 'assistant',
    model,
    content: [
      ...(typeof content === 'string' ? [{ type: 'text', text: content }] : []),
      ...itemsOf(calls).map((call) => ({
        type: 'tool_use',
        id: member(call, 'id'),
        name: memberAt(call, 'function', 'name'),
        input: parsedJson(String(memberAt(call, 'function', 'arguments'))),
      })),
    ],
    stop_reason: reasons[String(member(choice, 'finish_reason'))] ?? 'end_turn',
    stop_sequence: null,
    usage: usageOf(chat['usage']),
  }
}

function usageOf(usage: unknown): Members {
  const cached = Number(memberAt(usage, 'prompt_tokens_details', 'cached_tokens') ?? 0)
  return {
    input_tokens: Number(member(usage, 'prompt_tokens') ?? 0) - cached,
    output_tokens: member(usage, 'completion_tokens') ?? 0,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached,
  }
}

/** Converts a stream chunk by chunk. Breaks off if the upstream's does not end with [DONE]. */
function stream(
  reply: IncomingMessage,
  response: ServerResponse,
  streamOf: Asked['streamOf'],
  habits: ConvertingHabits,
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  const take = streamOf((event) => {
    const changed = habits.event === undefined ? event : habits.event(event)
    const line = event['type'] === undefined ? '' : `event: ${String(event['type'])}\n`
    if (changed !== undefined) response.write(`${line}data: ${JSON.stringify(changed)}\n\n`)
  })
  const finish = (): void => {
    take('done')
    response.end()
  }
  const broken = (): void => void (habits.endsAnyway === true ? finish() : response.destroy())
  let rest = ''
  let isDone = false
  reply.setEncoding('utf8')
  reply.on('data', (part: string) => {
    const frames = `${rest}${part}`.split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) {
      const data = frame.replace(/^data: /, '')
      if (data === '[DONE]') isDone = true
      else take(membersOf(parsedJson(data)))
    }
  })
  reply.on('error', broken)
  reply.on('end', () => (isDone ? finish() : broken()))
}

function messageStream(send: (event: Members) => void, model: string): (chunk: Members | 'done') => void {
  const state = { index: -1, kind: '', finish: '', usage: undefined as unknown }
  const begin = (kind: string, content_block: Members): void => {
    if (state.index >= 0) send({ type: 'content_block_stop', index: state.index })
    state.index += 1
    state.kind = kind
    send({ type: 'content_block_start', index: state.index, content_block })
  }
  const take = (chunk: Members): void => {
    const [choice] = itemsOf(chunk['choices'])
    const delta = membersOf(member(choice, 'delta'))
    const { content, tool_calls: calls } = delta
    if (typeof content === 'string' && content !== '') {
      if (state.kind !== 'text') begin('text', { type: 'text', text: '' })
      send({ type: 'content_block_delta', index: state.index, delta: { type: 'text_delta', text: content } })
    }
    for (const call of itemsOf(calls)) {
      const { name, arguments: json } = membersOf(member(call, 'function'))
      const id = member(call, 'id')
      if (id !== undefined) begin(`tool ${String(id)}`, { type: 'tool_use', id, name, input: {} })
      if (typeof json === 'string' && json !== '')
        send({
          type: 'content_block_delta',
          index: state.index,
          delta: { type: 'input_json_delta', partial_json: json },
        })
    }
    const finish = member(choice, 'finish_reason')
    if (typeof finish === 'string') state.finish = finish
    state.usage = chunk['usage'] ?? state.usage
  }
  const finish = (): void => {
    if (state.index >= 0) send({ type: 'content_block_stop', index: state.index })
    const usage = usageOf(state.usage)
    const stop_reason = reasons[state.finish] ?? 'end_turn'
    send({ type: 'message_delta', delta: { stop_reason, stop_sequence: null, usage }, usage })
    send({ type: 'message_stop' })
  }
  const usage = { input_tokens: 1, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
  const opening = { id: `msg_${Date.now()}`, type: 'message', role: 'assistant', model, content: [], usage }
  send({ type: 'message_start', message: { ...opening, stop_reason: null, stop_sequence: null } })
  return (chunk) => (chunk === 'done' ? finish() : take(chunk))
}
