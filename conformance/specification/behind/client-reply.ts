import { itemsOf, type Members, member, memberAt, membersOf, numberOf } from '../../../schemas/json.ts'
import type { Observation } from '../../core/model/observation.ts'
import type { ScriptedReply } from '../../core/model/upstream.ts'
import { parseJson } from '../../core/wire/parse-json.ts'

/** The parts of a reply that a client reads, in whatever pieces it came. */
export interface ClientReply {
  /** The text of the first candidate, or of every image. */
  readonly text: string
  readonly secondText: string
  readonly thinking: string
  readonly calls: readonly ClientCall[]
  readonly usage: ReplyUsage
  /** The reason for which the reply ended. */
  readonly finish: string | undefined
  readonly stopSequence?: unknown
  /** The reason for which the prompt was blocked. */
  readonly blockReason?: unknown
  /** True if the reply shows an end as that of a complete one. */
  readonly isEnded: boolean
  readonly hasError: boolean
}

type ReplyUsage = Readonly<Partial<Record<keyof ScriptedReply['usage'], number | undefined>>>

export interface ClientCall {
  readonly name: string
  readonly input: unknown
}

/** Reads the reply to a client, in the formats of the specification. */
export function readClientReply({ json, stream, operation }: Observation): ClientReply {
  const values = json === undefined ? (stream?.events ?? []).map((event) => membersOf(event.json)) : [membersOf(json)]
  const isMessages = operation.area === 'messages'
  const read = isMessages ? (json === undefined ? messageStream : wholeMessage) : contentValues
  const hasError = values.some((value) => value['error'] !== undefined || value['type'] === 'error')
  return { hasError, ...read(values) }
}

type ReadReply = Omit<ClientReply, 'hasError'>

function wholeMessage([message = {}]: readonly Members[]): ReadReply {
  const blocks = itemsOf(message['content']).map(membersOf)
  const finish = message['stop_reason']
  return {
    text: blocks.flatMap(({ type, text }) => (type === 'text' ? [String(text)] : [])).join(''),
    secondText: '',
    thinking: blocks.map(({ thinking }) => stringOr(thinking)).join(''),
    calls: blocks.flatMap(({ type, name, input }) => (type === 'tool_use' ? [{ name: String(name), input }] : [])),
    usage: usageIn(message['usage']),
    finish: typeof finish === 'string' ? finish : undefined,
    stopSequence: message['stop_sequence'],
    isEnded: typeof finish === 'string',
  }
}

function usageIn(usage: unknown): ReplyUsage {
  return {
    input: numberOf(member(usage, 'input_tokens')),
    output: numberOf(member(usage, 'output_tokens')),
    cacheRead: numberOf(member(usage, 'cache_read_input_tokens')),
    cacheWrite: numberOf(member(usage, 'cache_creation_input_tokens')),
  }
}

/** Puts the events of a messages stream together. The last count of each kind is the final one (section 6). */
function messageStream(events: readonly Members[]): ReadReply {
  let [text, thinking] = ['', '']
  let finish: string | undefined
  let isEnded = false
  let usage: ReplyUsage = {}
  const calls = new Map<unknown, { name: string; json: string; input: unknown }>()
  for (const event of events) {
    const { type, index, delta, content_block: block } = event
    if (type === 'message_start') usage = merged(usage, usageIn(memberAt(event, 'message', 'usage')))
    if (type === 'content_block_start') {
      if (member(block, 'type') === 'text') text += stringOr(member(block, 'text'))
      if (member(block, 'type') === 'tool_use')
        calls.set(index, { name: stringOr(member(block, 'name')), json: '', input: member(block, 'input') })
    }
    if (type === 'content_block_delta') {
      text += stringOr(member(delta, 'text'))
      thinking += stringOr(member(delta, 'thinking'))
      const call = calls.get(index)
      if (call !== undefined) call.json += stringOr(member(delta, 'partial_json'))
    }
    if (type === 'message_delta') {
      usage = merged(merged(usage, usageIn(event['usage'])), usageIn(member(delta, 'usage')))
      const reason = member(delta, 'stop_reason')
      if (typeof reason === 'string') finish = reason
    }
    if (type === 'message_stop') isEnded = true
  }
  const made = [...calls.values()].map(({ name, json, input }) => ({ name, input: parseJson(json) ?? input }))
  return { text, secondText: '', thinking, calls: made, usage, finish, isEnded: isEnded || finish !== undefined }
}

/** Counts that a later event repeats replace the earlier ones. */
function merged(before: ReplyUsage, after: ReplyUsage): ReplyUsage {
  return { ...before, ...Object.fromEntries(Object.entries(after).filter(([, count]) => count !== undefined)) }
}

function stringOr(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Puts the chunks of a content-generation reply together, or reads the only one. Reads image replies as well. */
function contentValues(chunks: readonly Members[]): ReadReply {
  const texts = ['', '']
  let thinking = ''
  let finish: string | undefined
  let blockReason: unknown
  let usage: ReplyUsage = {}
  const calls: ClientCall[] = []
  for (const chunk of chunks) {
    for (const [place, candidate] of itemsOf(chunk['candidates']).entries()) {
      const index = numberOf(member(candidate, 'index')) ?? place
      for (const part of itemsOf(memberAt(candidate, 'content', 'parts')).map(membersOf)) {
        if (part['thought'] === true) thinking += stringOr(part['text'])
        else texts[index] = (texts[index] ?? '') + stringOr(part['text'])
        const call = part['functionCall']
        if (call !== undefined) calls.push({ name: stringOr(member(call, 'name')), input: member(call, 'args') })
      }
      const reason = member(candidate, 'finishReason')
      if (typeof reason === 'string' && index === 0) finish = reason
    }
    blockReason ??= memberAt(chunk, 'promptFeedback', 'blockReason')
    const counts = chunk['usageMetadata']
    usage = merged(usage, {
      input: numberOf(member(counts, 'promptTokenCount')),
      output: numberOf(member(counts, 'candidatesTokenCount')),
      cacheRead: numberOf(member(counts, 'cachedContentTokenCount')),
    })
    for (const image of itemsOf(chunk['data'])) texts[0] += stringOr(member(image, 'revised_prompt'))
    if (chunk['data'] !== undefined) usage = merged(usage, usageIn(chunk['usage']))
  }
  const [text = '', secondText = ''] = texts
  return { text, secondText, thinking, calls, usage, finish, blockReason, isEnded: finish !== undefined }
}
