import * as asked from '../../exercise/asked.ts'
import { type Exercises, errorOf } from './exercise.ts'

interface Chunk {
  readonly text: string
  readonly id?: unknown
  readonly tool_calls?: readonly { readonly id?: string; readonly name?: string; readonly args?: unknown }[]
  readonly usage_metadata?: unknown
  readonly response_metadata?: Readonly<Record<string, unknown>>
  concat(more: Chunk): Chunk
}

/** Exercises a chat model of LangChain. The arguments are `[folder of its installation, one of its packages]`. */
export async function exercises(url: string, [folder = '', name = '']: readonly string[]): Promise<Exercises> {
  const packages = await import(`../../${folder}/index.js`)
  const { HumanMessage, ToolMessage } = packages.core
  const { from, exportName, settings, wrong, operation, streamed } = makers[name as keyof typeof makers]
  const { [exportName]: Chat } = packages[from]
  const modelWith = (more: object) => new Chat({ ...settings(url), maxRetries: 0, ...more })
  const model = modelWith({ apiKey: asked.key })
  const stranger = modelWith({ apiKey: 'nobody' })
  const tool = { type: 'function', function: { ...asked.tool, parameters: asked.weatherSchema } }
  const forced = model.bindTools([tool], { tool_choice: 'any' })

  return {
    text: { operation, run: async () => read(await model.invoke(asked.prompt)) },
    stream: { operation: streamed, run: async () => joined(await model.stream(asked.prompt)) },
    'tool call': { operation, run: async () => read(await forced.invoke(asked.prompt)) },
    'streamed tool call': { operation: streamed, run: async () => joined(await forced.stream(asked.prompt)) },
    'tool loop': {
      operation,
      async run() {
        const first = await forced.invoke(asked.prompt)
        const call = first.tool_calls?.[0]
        if (call === undefined) return {}
        const answer = new ToolMessage({ content: asked.result, tool_call_id: call.id, name: call.name })
        const turns = [new HumanMessage(asked.prompt), first, answer]
        return read(await model.bindTools([tool]).invoke(turns))
      },
    },
    picture: {
      operation,
      async run() {
        const image = { url: `data:image/png;base64,${(await asked.picture()).toString('base64')}` }
        const content = [
          { type: 'text', text: asked.prompt },
          { type: 'image_url', image_url: image },
        ]
        return read(await model.invoke([new HumanMessage({ content })]))
      },
    },
    'structured output': {
      operation,
      run: async () => ({ parsed: await model.withStructuredOutput(asked.weatherSchema).invoke(asked.prompt) }),
    },
    'wrong key': {
      operation,
      async run() {
        await model.invoke(asked.prompt)
        return errorOf(stranger.invoke(asked.prompt))
      },
    },
    'wrong key, streamed': { operation: streamed, run: () => errorOf(stranger.stream(asked.prompt).then(joined)) },
    'invalid request': {
      operation,
      run: () => errorOf(modelWith({ apiKey: asked.key, ...wrong }).invoke(asked.prompt)),
    },
    usage: {
      operation: streamed,
      run: async () => ({ usage: (await joined(await model.stream(asked.prompt))).usage }),
    },
  }
}

const content = {
  operation: 'content.generate',
  streamed: 'content.stream',
  // The clients of content generation check ranges themselves.
  wrong: { model: 'gemini-0' },
} as const

const makers = {
  anthropic: {
    operation: 'messages.create',
    streamed: 'messages.stream',
    from: 'anthropic',
    exportName: 'ChatAnthropic',
    settings: (url: string) => ({ model: asked.models.messages, maxTokens: 300, topP: 0.9, anthropicApiUrl: url }),
    wrong: { topP: 7 },
  },
  'google-genai': {
    ...content,
    from: 'googleGenai',
    exportName: 'ChatGoogleGenerativeAI',
    settings: (url: string) => ({ model: asked.models.content, baseUrl: url }),
  },
  google: {
    ...content,
    from: 'google',
    exportName: 'ChatGoogle',
    settings: (url: string) => ({ model: asked.models.content, endpoint: url, platformType: 'gai' }),
  },
} as const

/** Reads the members of a message that programs use. */
function read({ text, tool_calls = [], usage_metadata, response_metadata = {} }: Chunk) {
  const { stop_reason, finish_reason, finishReason } = response_metadata
  const calls = tool_calls.map(({ id, name, args }) => ({ id, name, args }))
  return { text, calls, finishReason: stop_reason ?? finish_reason ?? finishReason, usage: usage_metadata }
}

/** Concatenates chunks as the client's documentation does. */
async function joined(chunks: AsyncIterable<Chunk>) {
  let whole: Chunk | undefined
  for await (const chunk of chunks) whole = whole === undefined ? chunk : whole.concat(chunk)
  return whole === undefined ? { text: '', calls: [], finishReason: undefined, usage: undefined } : read(whole)
}
