import assert from 'node:assert/strict'
import type { Exercises } from '../abilities.ts'
import * as asked from './asked.ts'

/**
 * Exercises `ai` with a provider for one of the text formats. The packages are `[ai, provider, major version of ai,
 * format]`.
 */
export async function exercises(url: string, packages: readonly string[]): Promise<Exercises> {
  const [library = '', provider = '', major = '', format = ''] = packages
  const ai = await import(library)
  const { createFrom, path, modelName, outOfRange } = formats[format as keyof typeof formats]
  const { [createFrom]: createProvider } = await import(provider)
  const modelWith = (apiKey: string) => createProvider({ baseURL: `${url}${path}`, apiKey })(modelName)
  const model = modelWith(asked.key)
  const ask = { model, prompt: asked.prompt, maxRetries: 0 }
  const schema = ai.jsonSchema(asked.weatherSchema)
  const version = Number(major)
  const textIsRejected = async () => {
    const tools = toolsOf(ai, version, schema, [], asked.result)
    const rejected = await asked.rejection(ai.generateText({ ...ask, ...tools, ...twoSteps(ai, version) }))
    assert.match(String(rejected), /functionResponse\.response is "Mild and clear", not object/)
  }
  const withTools = { ...ask, ...toolsOf(ai, version, schema), toolChoice: 'required' }

  return {
    async text() {
      const { text, finishReason } = await ai.generateText(ask)
      asked.assertAnswers(text)
      assert.equal(finishReason, 'stop')
    },
    async stream() {
      const { text } = await ai.generateText(ask)
      const pieces: string[] = []
      for await (const piece of (await ai.streamText(ask)).textStream) pieces.push(piece)
      asked.assertSame(pieces, text)
    },
    async tools() {
      const given: unknown[] = []
      const { text } = await ai.generateText({
        ...ask,
        ...toolsOf(ai, version, schema, given),
        ...twoSteps(ai, version),
      })
      asked.assertWeather(given[0])
      assert.ok(text.length > 0)
    },
    async streamedTools() {
      const whole = await ai.generateText(withTools)
      const streamed = await ai.streamText(withTools)
      for await (const _ of streamed.textStream);
      const [call] = await streamed.toolCalls
      assert.deepEqual(argumentsOf(call), argumentsOf(whole.toolCalls[0]))
      asked.assertWeather(argumentsOf(call))
    },
    async structured() {
      const { object } = await ai.generateObject({ ...ask, schema })
      asked.assertWeather(object)
      if (version < 6) return
      const { output } = await ai.generateText({ ...ask, output: ai.Output.object({ schema }) })
      asked.assertWeather(output)
    },
    async imageInput() {
      const image = { type: 'image', image: await asked.picture(), mimeType: 'image/png', mediaType: 'image/png' }
      const content = [{ type: 'text', text: asked.prompt }, image]
      const { prompt: _, ...rest } = ask
      const withImage = await ai.generateText({ ...rest, messages: [{ role: 'user', content }] })
      const without = await ai.generateText(ask)
      asked.assertCounted(tokensIn(withImage.usage), tokensIn(without.usage))
    },
    ...(version === 3 && format === 'content generation' ? { note: textIsRejected } : {}),
    async errors() {
      const wrongKey = await asked.rejection(ai.generateText({ ...ask, model: modelWith('nobody') }))
      assert.ok(ai.APICallError.isInstance(wrongKey), `an APICallError, not ${wrongKey}`)
      assert.equal(wrongKey['statusCode'], 401)
      const rejected = await asked.rejection(ai.generateText({ ...ask, ...outOfRange }))
      assert.equal(rejected['statusCode'], 400)
    },
  }
}

const formats = {
  messages: {
    createFrom: 'createAnthropic',
    path: '/v1',
    modelName: asked.models.messages,
    // The client itself limits temperatures to their range.
    outOfRange: { topP: 1.5 },
  },
  'content generation': {
    createFrom: 'createGoogleGenerativeAI',
    path: '/v1beta',
    modelName: asked.models.content,
    outOfRange: { temperature: 2.5 },
  },
} as const

type Library = Readonly<Record<string, (...given: readonly unknown[]) => unknown>>

/**
 * Returns tools in the form of a major version; version 5 renamed `parameters` to `inputSchema`. With `given`, the
 * tools have an implementation, which stores their arguments there. Without it, calls get no result.
 */
function toolsOf(
  ai: Library,
  major: number,
  schema: unknown,
  given?: unknown[],
  result: unknown = { sky: asked.result },
): object {
  const execute = async (weather: unknown) => {
    given?.push(weather)
    return result
  }
  const takes = major < 5 ? { parameters: schema } : { inputSchema: schema }
  const tool = { description: asked.tool.description, ...takes, ...(given === undefined ? {} : { execute }) }
  return { tools: { [asked.tool.name]: ai['tool']?.(tool) } }
}

/** Allows two steps: one to call the tool, one to answer. */
function twoSteps(ai: Library, major: number): object {
  return major < 5 ? { maxSteps: 2 } : { stopWhen: ai['stepCountIs']?.(2) }
}

function argumentsOf(call: { args?: unknown; input?: unknown } | undefined): unknown {
  return call?.input ?? call?.args
}

function tokensIn(usage: { promptTokens?: number; inputTokens?: number }): number | undefined {
  return usage.inputTokens ?? usage.promptTokens
}
