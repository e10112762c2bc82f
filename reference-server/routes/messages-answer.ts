import type { IncomingRequest } from '../incoming-request.ts'
import { answer } from '../model/answer.ts'
import { numberIn, objectIn, stringIn, stringsIn } from '../model/loose.ts'
import type { Form } from '../model/question.ts'
import { randomFrom, seedOf } from '../model/random.ts'
import { thoughtTokens } from '../model/thinking.ts'
import { type Conversation, readConversation } from './messages-conversation.ts'
import { type Message, messageOf } from './messages-reply.ts'
import { readTools } from './messages-tools.ts'

/** Returns the message that answers a request. */
export function messageFor(request: IncomingRequest): Message {
  const body = objectIn(request.value.body)
  const conversation = readConversation(body)
  const seed = seedOf(conversation.prompt)
  const maxTokens = numberIn(body['max_tokens']) ?? (Number(stringIn(body['max_tokens'])) || 1)
  const thoughts = Math.max(0, Math.min(thoughtsFor(body, seed), maxTokens - 1))
  const { tools, demand } = readTools(body)
  const said = answer({
    prompt: conversation.prompt,
    lastWords: conversation.lastWords,
    hasResults: conversation.hasResults,
    isContinuation: conversation.isContinuation,
    tools,
    demand,
    salt: JSON.stringify([body['temperature'], body['top_k'], body['top_p']]),
    limits: { maxTokens: maxTokens - thoughts, stopSequences: stringsIn(body['stop_sequences']) },
    runsCode: false,
    form: formOf(body),
  })
  const usage = usageOf(conversation, said.tokens + thoughts)
  return messageOf(said, serialOf(request, seed), stringIn(body['model']), usage)
}

/** The specification has only text replies. Newer clients request JSON by these names; the second is the older one. */
function formOf({ output_config, output_format }: Readonly<Record<string, unknown>>): Form {
  const { type, schema } = objectIn(objectIn(output_config)['format'] ?? output_format)
  return type === 'json_schema' ? { as: 'json', schema } : { as: 'text' }
}

/** Section 2.9 has no block for thinking, so it is not shown. Its tokens count toward `max_tokens`. */
function thoughtsFor(body: Readonly<Record<string, unknown>>, seed: number): number {
  const { type, budget_tokens } = objectIn(body['thinking'])
  return type === 'enabled' ? thoughtTokens(numberIn(budget_tokens) ?? 0, randomFrom(seed)) : 0
}

/** Even an empty reply has non-zero `output_tokens` (section 2.9). */
function usageOf({ tokens, cachedTokens }: Conversation, outputTokens: number): Message['usage'] {
  return {
    input_tokens: Math.max(tokens - cachedTokens, 1),
    output_tokens: Math.max(outputTokens, 1),
    cache_creation_input_tokens: cachedTokens,
    cache_read_input_tokens: 0,
  }
}

/** Makes an id unique by the number of the request, its endpoint and its seed. */
function serialOf({ ordinal, endpoint }: IncomingRequest, seed: number): string {
  const way = endpoint === 'messages.stream' ? 's' : 'c'
  return `${way}${ordinal.toString(36).padStart(8, '0')}${seed.toString(36).padStart(7, '0')}`
}
