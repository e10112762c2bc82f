import * as asked from '../../exercise/asked.ts'
import { type Exercises, errorOf } from './exercise.ts'

interface Generated {
  readonly text: unknown
  readonly toolCalls: unknown
  readonly finishReason: unknown
  readonly usage: unknown
  readonly response: unknown
}

/**
 * Exercises `ai`, from version 5 on, with a provider for one of the text formats. The arguments are `[ai, provider,
 * format]`.
 */
export async function exercises(url: string, packages: readonly string[]): Promise<Exercises> {
  const [library = '', provider = '', format = ''] = packages
  const ai = await import(library)
  const { createFrom, path, modelName, outOfRange, operation, streamed } = formats[format as keyof typeof formats]
  const { [createFrom]: createProvider } = await import(provider)
  const modelWith = (apiKey: string) => createProvider({ baseURL: `${url}${path}`, apiKey })(modelName)
  // The client prints errors of streams unless it has a listener.
  const ask = { model: modelWith(asked.key), prompt: asked.prompt, maxRetries: 0, onError: () => {} }
  const stranger = { ...ask, model: modelWith('nobody') }
  const schema = ai.jsonSchema(asked.weatherSchema)
  const description = asked.tool.description
  const toolWith = (more: object) => ({
    tools: { [asked.tool.name]: ai.tool({ description, inputSchema: schema, ...more }) },
  })
  const forced = { ...ask, ...toolWith({}), toolChoice: 'required' }
  const streamOf = async (request: object) => {
    const stream = ai.streamText(request)
    let pieces = ''
    for await (const piece of stream.textStream) pieces += piece
    return { ...(await read(stream)), pieces }
  }

  return {
    text: { operation, run: async () => read(await ai.generateText(ask)) },
    stream: { operation: streamed, run: () => streamOf(ask) },
    'tool call': { operation, run: async () => read(await ai.generateText(forced)) },
    'streamed tool call': { operation: streamed, run: () => streamOf(forced) },
    'tool loop': {
      operation,
      async run() {
        const given: unknown[] = []
        const execute = async (weather: unknown) => {
          given.push(weather)
          return { sky: asked.result }
        }
        const tools = toolWith({ execute })
        const generated = await ai.generateText({ ...ask, ...tools, stopWhen: ai.stepCountIs(2) })
        return { ...(await read(generated)), given }
      },
    },
    picture: {
      operation,
      async run() {
        const image = { type: 'image', image: await asked.picture(), mediaType: 'image/png' }
        const content = [{ type: 'text', text: asked.prompt }, image]
        const { prompt: _, ...rest } = ask
        return read(await ai.generateText({ ...rest, messages: [{ role: 'user', content }] }))
      },
    },
    'structured output': {
      operation,
      async run() {
        const { output } = await ai.generateText({ ...ask, output: ai.Output.object({ schema }) })
        return { output }
      },
    },
    settings: { operation, run: async () => read(await ai.generateText({ ...ask, ...settings })) },
    'wrong key': {
      operation,
      async run() {
        await ai.generateText(ask)
        return errorOf(ai.generateText(stranger))
      },
    },
    'wrong key, streamed': {
      operation: streamed,
      run: () => errorOf(Promise.resolve(ai.streamText(stranger).finishReason)),
    },
    'invalid request': { operation, run: () => errorOf(ai.generateText({ ...ask, ...outOfRange })) },
    usage: { operation: streamed, run: async () => ({ usage: (await streamOf(ask)).usage }) },
  }
}

const formats = {
  messages: {
    operation: 'messages.create',
    streamed: 'messages.stream',
    createFrom: 'createAnthropic',
    path: '/v1',
    modelName: asked.models.messages,
    // The client itself limits temperatures to their range.
    outOfRange: { topP: 1.5 },
  },
  'content generation': {
    operation: 'content.generate',
    streamed: 'content.stream',
    createFrom: 'createGoogleGenerativeAI',
    path: '/v1beta',
    modelName: asked.models.content,
    outOfRange: { temperature: 2.5 },
  },
} as const

/** Settings that many programs use. */
const settings = { temperature: 0.5, maxOutputTokens: 200, stopSequences: ['END'] }

/** Reads the members that programs use. Those of a stream are promises. */
async function read(from: Generated) {
  const [text, toolCalls, finishReason, usage, response] = await Promise.all([
    from.text,
    from.toolCalls,
    from.finishReason,
    from.usage,
    from.response,
  ])
  const { id, modelId } = Object(response) as Readonly<Record<string, unknown>>
  const calls = (Array.isArray(toolCalls) ? toolCalls : []).map(({ toolName, input, toolCallId }) => {
    return { toolName, input, toolCallId }
  })
  return { text, calls, finishReason, usage, id, modelId }
}
