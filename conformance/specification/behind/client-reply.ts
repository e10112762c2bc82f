import { itemsOf, type Members, member, memberAt, membersOf, numberOf } from '../../../schemas/json.ts'
import type { Observation } from '../../core/model/observation.ts'
import { parseJson } from '../../core/wire/parse-json.ts'

/** The parts of a reply that a client reads, in whatever pieces it came. */
export interface ClientReply {
  readonly text: string
  readonly calls: readonly ReadCall[]
  readonly usage: { readonly input?: number | undefined; readonly output?: number | undefined }
  /** The reason for which the reply ended. */
  readonly finish: string | undefined
  /** True if the reply shows an end as that of a complete one. */
  readonly isEnded: boolean
  readonly hasError: boolean
}

export interface ReadCall {
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
    calls: blocks.flatMap(({ type, name, input }) => (type === 'tool_use' ? [{ name: String(name), input }] : [])),
    usage: usageIn(message['usage']),
    finish: typeof finish === 'string' ? finish : undefined,
    isEnded: typeof finish === 'string',
  }
}

function usageIn(usage: unknown): ClientReply['usage'] {
  return { input: numberOf(member(usage, 'input_tokens')), output: numberOf(member(usage, 'output_tokens')) }
}

/** Puts the events of a messages stream together. The last count of each kind is the final one (section 6). */
function messageStream(events: readonly Members[]): ReadReply {
  let text = ''
  let finish: string | undefined
  let isEnded = false
  let usage: ClientReply['usage'] = {}
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
  return { text, calls: made, usage, finish, isEnded: isEnded || finish !== undefined }
}

function merged(before: ClientReply['usage'], after: ClientReply['usage']): ClientReply['usage'] {
  return { input: after.input ?? before.input, output: after.output ?? before.output }
}

function stringOr(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Puts the chunks of a content-generation reply together, or reads the only one. Reads image replies as well. */
function contentValues(chunks: readonly Members[]): ReadReply {
  let text = ''
  let finish: string | undefined
  let usage: ClientReply['usage'] = {}
  const calls: ReadCall[] = []
  for (const chunk of chunks) {
    const [candidate] = itemsOf(chunk['candidates'])
    for (const part of itemsOf(memberAt(candidate, 'content', 'parts')).map(membersOf)) {
      if (part['thought'] !== true) text += stringOr(part['text'])
      const call = part['functionCall']
      if (call !== undefined) calls.push({ name: stringOr(member(call, 'name')), input: member(call, 'args') })
    }
    const reason = member(candidate, 'finishReason')
    if (typeof reason === 'string') finish = reason
    const counts = chunk['usageMetadata']
    usage = merged(usage, {
      input: numberOf(member(counts, 'promptTokenCount')),
      output: numberOf(member(counts, 'candidatesTokenCount')),
    })
    for (const image of itemsOf(chunk['data'])) text += stringOr(member(image, 'revised_prompt'))
    if (chunk['data'] !== undefined) usage = merged(usage, usageIn(chunk['usage']))
  }
  return { text, calls, usage, finish, isEnded: finish !== undefined }
}
