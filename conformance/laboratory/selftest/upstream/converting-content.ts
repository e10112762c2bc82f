import { renameToCamel } from '../../../../schemas/index.ts'
import { itemsOf, type Members, member, memberAt, membersOf } from '../../../../schemas/json.ts'
import { parsedJson } from './pass-through.ts'

/** Returns the chat completions request for a content-generation request, in all that the format has a word for. */
export function chatOfContent(model: string, given: Members): Members {
  const asked = membersOf(renameToCamel(given))
  const config = membersOf(asked['generationConfig'])
  const functions = itemsOf(asked['tools']).flatMap((tool) => itemsOf(member(tool, 'functionDeclarations')))
  const choice = membersOf(memberAt(asked, 'toolConfig', 'functionCallingConfig'))
  const instruction = itemsOf(memberAt(asked, 'systemInstruction', 'parts'))
  return {
    model,
    messages: [
      ...(instruction.length === 0 ? [] : [{ role: 'system', content: instruction.flatMap(partOf) }]),
      ...[asked['contents']].flat().map(membersOf).flatMap(turnsOf),
    ],
    max_tokens: config['maxOutputTokens'],
    temperature: config['temperature'],
    top_p: config['topP'],
    stop: itemsOf(config['stopSequences']).length === 0 ? undefined : config['stopSequences'],
    n: config['candidateCount'],
    seed: config['seed'],
    presence_penalty: config['presencePenalty'],
    frequency_penalty: config['frequencyPenalty'],
    logprobs: config['responseLogprobs'],
    top_logprobs: config['logprobs'],
    response_format: formatOf(config),
    tools:
      functions.length === 0
        ? undefined
        : functions.map(membersOf).map(({ name, description, parameters }) => ({
            type: 'function',
            function: { name, description, parameters: parameters === undefined ? undefined : schemaOf(parameters) },
          })),
    tool_choice: choiceOf(choice),
  }
}

/** Writes the types of a schema as JSON Schema does. */
function schemaOf(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), (name, value: unknown) =>
    name === 'type' && typeof value === 'string' ? value.toLowerCase() : value,
  )
}

function formatOf({ responseMimeType, responseSchema: schema }: Members): Members | undefined {
  if (responseMimeType !== 'application/json') return undefined
  if (schema === undefined) return { type: 'json_object' }
  return { type: 'json_schema', json_schema: { name: 'answer', schema: schemaOf(schema) } }
}

function choiceOf({ mode, allowedFunctionNames: allowed }: Members): unknown {
  const [name, ...others] = itemsOf(allowed)
  if (mode === 'ANY' && name !== undefined && others.length === 0) return { type: 'function', function: { name } }
  return { AUTO: 'auto', ANY: 'required', NONE: 'none' }[String(mode)]
}

/** Calls have no ids in this format, so that the name of the function stands in their place. */
function turnsOf({ role, parts: given }: Members): readonly Members[] {
  const parts = itemsOf(given).map(membersOf)
  const results = parts.flatMap(({ functionResponse: one }) => (one === undefined ? [] : [membersOf(one)]))
  const calls = parts.flatMap(({ functionCall: one }) => (one === undefined ? [] : [membersOf(one)]))
  const said = parts.flatMap(partOf)
  return [
    ...results.map(({ name, response }) => ({
      role: 'tool',
      tool_call_id: name,
      content: JSON.stringify(response ?? {}),
    })),
    ...(calls.length === 0
      ? []
      : [
          {
            role: 'assistant',
            content: said.length === 0 ? null : said,
            tool_calls: calls.map(({ name, args }) => ({
              id: name,
              type: 'function',
              function: { name, arguments: JSON.stringify(args ?? {}) },
            })),
          },
        ]),
    ...(said.length === 0 || calls.length > 0
      ? []
      : [{ role: role === 'model' ? 'assistant' : 'user', content: said }]),
  ]
}

function partOf(part: unknown): readonly Members[] {
  const { text, inlineData } = membersOf(part)
  if (typeof text === 'string') return [{ type: 'text', text }]
  const { mimeType, data } = membersOf(inlineData)
  if (!String(mimeType).startsWith('image/')) return []
  return [{ type: 'image_url', image_url: { url: `data:${String(mimeType)};base64,${String(data)}` } }]
}

export function contentOfChat(chat: Members, model: string): Members {
  const candidates = itemsOf(chat['choices']).map((choice) => {
    const { content, tool_calls: calls } = membersOf(member(choice, 'message'))
    const parts = [...(typeof content === 'string' ? [{ text: content }] : []), ...itemsOf(calls).map(callOf)]
    return candidateOf(member(choice, 'index'), parts, member(choice, 'finish_reason'))
  })
  return { candidates, ...endOf(chat, model) }
}

const finishReasons: Readonly<Record<string, string>> = { length: 'MAX_TOKENS', content_filter: 'SAFETY' }

function candidateOf(index: unknown, parts: readonly object[], finish?: unknown): Members {
  const reason = typeof finish === 'string' ? { finishReason: finishReasons[finish] ?? 'STOP' } : {}
  return { index, content: { role: 'model', parts: parts.length === 0 ? [{ text: '' }] : parts }, ...reason }
}

function callOf(call: unknown): object {
  const { name, arguments: text } = membersOf(member(call, 'function'))
  return { functionCall: { name, args: parsedJson(String(text)) } }
}

function endOf({ id, usage }: Members, modelVersion: string): Members {
  const { prompt_tokens, completion_tokens, total_tokens } = membersOf(usage)
  return {
    usageMetadata: {
      promptTokenCount: prompt_tokens ?? 0,
      candidatesTokenCount: completion_tokens ?? 0,
      totalTokenCount: total_tokens ?? 0,
      cachedContentTokenCount: memberAt(usage, 'prompt_tokens_details', 'cached_tokens') ?? 0,
    },
    modelVersion,
    responseId: String(id),
  }
}

/** Converts the chunks of a stream. Calls are sent when they are complete. */
export function contentChunks(model: string): (chunk: Members | 'done') => readonly Members[] {
  const calls = new Map<string, { index: unknown; name: unknown; arguments: string }>()
  const finishes = new Map<unknown, unknown>()
  let last: Members = {}
  return (chunk) => {
    if (chunk === 'done') {
      const candidates = [...finishes].map(([index, finish]) => {
        const own = [...calls.values()].filter((call) => call.index === index)
        return candidateOf(
          index,
          own.map((call) => callOf({ function: call })),
          finish,
        )
      })
      return [{ candidates, ...endOf(last, model) }]
    }
    last = { ...last, ...chunk }
    return itemsOf(chunk['choices']).flatMap((choice) => {
      const { index, delta, finish_reason } = membersOf(choice)
      if (finish_reason !== null) finishes.set(index, finish_reason)
      for (const call of itemsOf(member(delta, 'tool_calls'))) {
        const id = `${String(index)}/${String(member(call, 'index'))}`
        const { name, arguments: text } = membersOf(member(call, 'function'))
        const known = calls.get(id) ?? { index, name, arguments: '' }
        calls.set(id, { ...known, arguments: known.arguments + String(text) })
      }
      const text = member(delta, 'content')
      if (typeof text !== 'string' || text === '') return []
      return [{ candidates: [candidateOf(index, [{ text }])], modelVersion: model, responseId: String(chunk['id']) }]
    })
  }
}
