import * as asked from '../../exercise/asked.ts'
import { type Exercises, errorOf } from './exercise.ts'

interface Reply {
  readonly text?: string
  readonly functionCalls?: readonly { readonly name: string }[]
  readonly candidates?: readonly {
    readonly finishReason?: string
    readonly content?: { readonly role?: string }
    readonly safetyRatings?: unknown
  }[]
  readonly usageMetadata?: unknown
  readonly modelVersion?: string
  readonly responseId?: string
}

const ask = { model: asked.models.content, contents: asked.prompt }
const tools = [{ functionDeclarations: [{ ...asked.tool, parameters: ownSchema() }] }]
const must = { tools, toolConfig: { functionCallingConfig: { mode: 'ANY' } } }

export async function exercises(url: string, [library = '']: readonly string[]): Promise<Exercises> {
  const { GoogleGenAI } = await import(library)
  const clientWith = (apiKey: string) => new GoogleGenAI({ apiKey, httpOptions: { baseUrl: url } })
  const { models } = clientWith(asked.key)
  const stranger = clientWith('nobody').models
  const operation = 'content.generate'
  const streamed = 'content.stream'
  const streamOf = async (request: object) => joined(await models.generateContentStream(request))

  return {
    text: { operation, run: async () => read(await models.generateContent(ask)) },
    stream: { operation: streamed, run: () => streamOf(ask) },
    'tool call': { operation, run: async () => read(await models.generateContent({ ...ask, config: must })) },
    'streamed tool call': { operation: streamed, run: () => streamOf({ ...ask, config: must }) },
    'tool loop': {
      operation,
      async run() {
        const first = await models.generateContent({ ...ask, config: must })
        const [call] = first.functionCalls ?? []
        if (call === undefined) return {}
        const answer = { functionResponse: { name: call.name, response: { sky: asked.result } } }
        const contents = [
          { role: 'user', parts: [{ text: asked.prompt }] },
          first.candidates[0].content,
          { role: 'user', parts: [answer] },
        ]
        return read(await models.generateContent({ ...ask, contents, config: { tools } }))
      },
    },
    picture: {
      operation,
      async run() {
        const inlineData = { mimeType: 'image/png', data: (await asked.picture()).toString('base64') }
        return read(await models.generateContent({ ...ask, contents: [asked.prompt, { inlineData }] }))
      },
    },
    'structured output': {
      operation,
      async run() {
        const config = { responseMimeType: 'application/json', responseSchema: ownSchema() }
        const { text } = await models.generateContent({ ...ask, config })
        return { parsed: parsedOr(text) }
      },
    },
    settings: { operation, run: async () => read(await models.generateContent({ ...ask, config: settings })) },
    'wrong key': {
      operation,
      async run() {
        await models.generateContent(ask)
        return errorOf(stranger.generateContent(ask))
      },
    },
    'wrong key, streamed': {
      operation: streamed,
      run: () => errorOf(stranger.generateContentStream(ask).then(joined)),
    },
    'invalid request': {
      operation,
      run: () => errorOf(models.generateContent({ ...ask, config: { temperature: 2.5 } })),
    },
    usage: {
      operation: streamed,
      async run() {
        const { usage } = await streamOf(ask)
        return { usage }
      },
    },
  }
}

/** Settings that many programs use. */
const settings = {
  systemInstruction: 'Answer in one sentence.',
  temperature: 0.5,
  topP: 0.9,
  maxOutputTokens: 200,
  stopSequences: ['END'],
}

/** Parses text as JSON. Returns the text itself if it is invalid, which a program would notice. */
function parsedOr(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return text
  }
}

/** Reads the parts of a reply that programs use. */
function read({ text, functionCalls, candidates, usageMetadata, modelVersion, responseId }: Reply) {
  const first = candidates?.[0]
  return {
    text,
    functionCalls,
    finishReason: first?.finishReason,
    role: first?.content?.role,
    safetyRatings: first?.safetyRatings,
    usage: usageMetadata,
    modelVersion,
    responseId,
  }
}

/** Assembles a reply from its chunks: text is appended, other values are replaced. */
async function joined(chunks: AsyncIterable<Reply>) {
  let text = ''
  const functionCalls: unknown[] = []
  let last: Readonly<Record<string, unknown>> = {}
  for await (const chunk of chunks) {
    text += chunk.text ?? ''
    functionCalls.push(...(chunk.functionCalls ?? []))
    const known = Object.entries(read(chunk)).filter(([, value]) => value !== undefined)
    last = { ...last, ...Object.fromEntries(known) }
  }
  return { ...last, text, functionCalls } as Readonly<Record<string, unknown>>
}

/** Returns the schema with upper-case types, as this client spells them. */
function ownSchema(): object {
  return JSON.parse(JSON.stringify(asked.weatherSchema), (name, value) =>
    name === 'type' ? value.toUpperCase() : value,
  )
}
