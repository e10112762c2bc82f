import { itemsOf, membersOf, numberOf } from '../../schemas/json.ts'
import type { IncomingRequest } from '../incoming-request.ts'
import { type Form, modelAnswer } from '../model/answer.ts'
import { stringIn, stringsIn } from '../model/loose.ts'
import { mulberry32, seedOf, thoughtTokens } from '../model/random.ts'
import type { Tool, ToolDemand } from '../model/tools.ts'
import { type MessageConversation, readMessages } from './messages-conversation.ts'
import { answerAsMessage, type Message } from './messages-reply.ts'

export function messageFor(request: IncomingRequest): Message {
  const body = membersOf(request.value.body)
  const conversation = readMessages(body)
  const seed = seedOf(conversation.prompt)
  // A text is unspecified; the suite sends none.
  const maxTokens = numberOf(body['max_tokens']) ?? Math.max(1, Math.floor(Number(stringIn(body['max_tokens']))) || 1)
  const thoughts = Math.max(0, Math.min(thoughtsFor(body, seed), maxTokens - 1))
  const { tools, demand } = readTools(body)
  const said = modelAnswer({
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
  return answerAsMessage(said, serialOf(request, seed), stringIn(body['model']), usage)
}

/**
 * Returns the output format. The specification defines only text, but newer clients request JSON by these names;
 * `output_format` is the older one.
 */
function formOf({ output_config, output_format }: Readonly<Record<string, unknown>>): Form {
  const { type, schema } = membersOf(membersOf(output_config)['format'] ?? output_format)
  return type === 'json_schema' ? { as: 'json', schema } : { as: 'text' }
}

/**
 * Returns the number of thinking tokens. Section 2.9 has no block for thinking, so it is not shown, but it counts
 * toward `max_tokens`.
 */
function thoughtsFor(body: Readonly<Record<string, unknown>>, seed: number): number {
  const { type, budget_tokens } = membersOf(body['thinking'])
  return type === 'enabled' ? thoughtTokens(numberOf(budget_tokens) ?? 0, mulberry32(seed)) : 0
}

/** Returns the token counts. Even an empty reply has non-zero `output_tokens` (section 2.9). */
function usageOf({ tokens, cachedTokens }: MessageConversation, outputTokens: number): Message['usage'] {
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

/** The tools of a request and its rules for their use. */
interface ToolOffer {
  readonly tools: readonly Tool[]
  readonly demand: ToolDemand
}

/** Reads `tools` and `tool_choice` of section 2.8. With a choice of type `tool`, only the named tool is offered. */
function readTools(body: Readonly<Record<string, unknown>>): ToolOffer {
  const declared = itemsOf(body['tools']).map(membersOf).map(toolFrom)
  const choice = membersOf(body['tool_choice'])
  const isParallel = choice['disable_parallel_tool_use'] !== true
  if (choice['type'] === 'tool') {
    const tools = declared.filter(({ name }) => name === choice['name'])
    return { tools, demand: { mode: 'must', isParallel } }
  }
  return { tools: declared, demand: { mode: modes.get(stringIn(choice['type'])) ?? 'may', isParallel } }
}

/** The modes of tool choices. `none` is not in the specification, but common clients send it. */
const modes: ReadonlyMap<string, ToolDemand['mode']> = new Map([
  ['any', 'must'],
  ['none', 'never'],
])

function toolFrom(tool: Readonly<Record<string, unknown>>): Tool {
  const name = stringIn(tool['name'])
  return { name, schema: dated.get(stringIn(tool['type'])) ?? tool['input_schema'] }
}

/** The input schemas of the dated tools, whose declarations have none. */
const dated: ReadonlyMap<string, unknown> = new Map(
  Object.entries({
    computer_20241022: {
      type: 'object',
      properties: { action: { enum: ['screenshot', 'cursor_position'] } },
      required: ['action'],
    },
    bash_20241022: { type: 'object', properties: { command: { enum: ['ls', 'pwd', 'date'] } }, required: ['command'] },
    text_editor_20241022: {
      type: 'object',
      properties: { command: { const: 'view' }, path: { enum: ['/notes.txt', '/garden.txt'] } },
      required: ['command', 'path'],
    },
  }),
)
