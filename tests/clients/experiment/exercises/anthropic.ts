import * as asked from '../../exercise/asked.ts'
import { type Exercises, errorOf } from './exercise.ts'

interface Message {
  readonly content: readonly { readonly type: string; readonly id?: string }[]
}

const request = {
  model: asked.models.messages,
  max_tokens: 300,
  messages: [{ role: 'user', content: asked.prompt }],
}
const tools = [{ ...asked.tool, input_schema: asked.weatherSchema }]
const forced = { ...request, tools, tool_choice: { type: 'any' } }

export async function exercises(url: string, [library = '']: readonly string[]): Promise<Exercises> {
  const { default: Anthropic } = await import(library)
  const { jsonSchemaOutputFormat } = await import(`${library}/helpers/json-schema`)
  const client = new Anthropic({ baseURL: url, apiKey: asked.key, maxRetries: 0 })
  const stranger = client.withOptions({ apiKey: 'nobody' })
  const operation = 'messages.create'
  const streamed = 'messages.stream'

  return {
    text: { operation, run: async () => read(await client.messages.create(request)) },
    stream: {
      operation: streamed,
      async run() {
        const pieces: string[] = []
        const stream = client.messages.stream(request).on('text', (text: string) => pieces.push(text))
        const final = await stream.finalMessage()
        return { ...read(final), pieces: pieces.join('') }
      },
    },
    'tool call': { operation, run: async () => read(await client.messages.create(forced)) },
    'streamed tool call': {
      operation: streamed,
      run: async () => read(await client.messages.stream(forced).finalMessage()),
    },
    'tool loop': {
      operation,
      async run() {
        const first: Message = await client.messages.create(forced)
        const uses = blocksOf(first).filter(({ type }) => type === 'tool_use')
        if (uses.length === 0) return {}
        const results = uses.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: asked.result }))
        const turns = [
          { role: 'assistant', content: first.content },
          { role: 'user', content: results },
        ]
        const second = await client.messages.create({ ...request, tools, messages: [...request.messages, ...turns] })
        return read(second)
      },
    },
    picture: {
      operation,
      async run() {
        const data = (await asked.picture()).toString('base64')
        const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } }
        const content = [image, { type: 'text', text: asked.prompt }]
        return read(await client.messages.create({ ...request, messages: [{ role: 'user', content }] }))
      },
    },
    'structured output': {
      operation,
      async run() {
        const format = jsonSchemaOutputFormat(asked.weatherSchema)
        const { parsed_output } = await client.messages.parse({ ...request, output_config: { format } })
        return { parsed_output }
      },
    },
    settings: {
      operation,
      run: async () => read(await client.messages.create({ ...request, ...settings })),
    },
    'wrong key': {
      operation,
      async run() {
        await client.messages.create(request)
        return errorOf(stranger.messages.create(request))
      },
    },
    'wrong key, streamed': {
      operation: streamed,
      run: () => errorOf(stranger.messages.stream(request).finalMessage()),
    },
    'invalid request': { operation, run: () => errorOf(client.messages.create({ ...request, temperature: 1.5 })) },
    usage: {
      operation: streamed,
      run: async () => ({ usage: (await client.messages.stream(request).finalMessage()).usage }),
    },
  }
}

function blocksOf({ content }: Partial<Message>): Message['content'] {
  return Array.isArray(content) ? content.filter((block) => typeof block === 'object' && block !== null) : []
}

/** Settings that many programs use. */
const settings = {
  system: 'Answer in one sentence.',
  temperature: 0.5,
  top_p: 0.9,
  stop_sequences: ['END'],
  metadata: { user_id: 'user-1' },
}

/** Reads the members of a message that the client's types declare. */
function read({
  id,
  type,
  role,
  model,
  content,
  stop_reason,
  stop_sequence,
  usage,
}: Readonly<Record<string, unknown>>) {
  return { content, stop_reason, stop_sequence, usage, id, type, role, model }
}
