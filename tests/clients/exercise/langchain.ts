import assert from 'node:assert/strict'
import type { Exercises } from '../abilities.ts'
import * as asked from './asked.ts'

/** Exercises a chat model of LangChain. The arguments are `[folder of its installation, one of its packages]`. */
export async function exercises(url: string, [folder = '', name = '']: readonly string[]): Promise<Exercises> {
  const packages = await import(`../${folder}/index.js`)
  const { HumanMessage, ToolMessage } = packages.core
  const maker = makers[name] ?? assert.fail(`no package is named ${name}`)
  const { [maker.exportName]: Chat } = packages[maker.from]
  const modelWith = (settings: object) => new Chat({ ...maker.settings(url), maxRetries: 0, ...settings })
  const model = modelWith({ apiKey: asked.key })
  const tool = { type: 'function', function: { ...asked.tool, parameters: asked.weatherSchema } }
  const withTools = model.bindTools([tool], { tool_choice: 'any' })
  const unsetIsRejected = async () => {
    const rejected = await asked.rejection(modelWith({ apiKey: asked.key, ...maker.unset }).invoke(asked.prompt))
    assert.match(String(rejected), /top_[pk] must be >= 0/)
  }

  return {
    async text() {
      asked.assertAnswers((await model.invoke(asked.prompt)).text)
    },
    async stream() {
      const { text } = await model.invoke(asked.prompt)
      const pieces: string[] = []
      for await (const chunk of await model.stream(asked.prompt)) if (chunk.text !== '') pieces.push(chunk.text)
      asked.assertSame(pieces, text)
    },
    async tools() {
      const first = await withTools.invoke(asked.prompt)
      const [call] = first.tool_calls
      asked.assertWeather(call.args)
      const answer = new ToolMessage({ content: asked.result, tool_call_id: call.id, name: call.name })
      const second = await model.bindTools([tool]).invoke([new HumanMessage(asked.prompt), first, answer])
      assert.ok(second.text.length > 0 && second.tool_calls.length === 0)
    },
    async streamedTools() {
      const whole = await withTools.invoke(asked.prompt)
      let heard: { concat(more: unknown): typeof heard; tool_calls: { args: unknown }[] } | undefined
      for await (const chunk of await withTools.stream(asked.prompt)) heard = heard?.concat(chunk) ?? chunk
      assert.deepEqual(heard?.tool_calls[0]?.args, whole.tool_calls[0].args)
      asked.assertWeather(heard?.tool_calls[0]?.args)
    },
    async structured() {
      asked.assertWeather(await model.withStructuredOutput(asked.weatherSchema).invoke(asked.prompt))
    },
    async imageInput() {
      const image = { url: `data:image/png;base64,${(await asked.picture()).toString('base64')}` }
      const content = [
        { type: 'text', text: asked.prompt },
        { type: 'image_url', image_url: image },
      ]
      const withImage = await model.invoke([new HumanMessage({ content })])
      const without = await model.invoke(asked.prompt)
      asked.assertCounted(withImage.usage_metadata.input_tokens, without.usage_metadata.input_tokens)
    },
    ...(folder === 'langchain-0' && maker.unset !== undefined ? { note: unsetIsRejected } : {}),
    async errors() {
      const wrongKey = await asked.rejection(modelWith({ apiKey: 'nobody' }).invoke(asked.prompt))
      assert.equal(statusIn(wrongKey), 401)
      const rejected = await asked.rejection(modelWith({ apiKey: asked.key, ...maker.wrong }).invoke(asked.prompt))
      assert.equal(statusIn(rejected), maker.status)
    },
  }
}

/** The settings for creating a model, and for a request that is rejected. */
interface Maker {
  /** The name of the package in `index.js` of the folder, and the export that is the chat model. */
  readonly from: string
  readonly exportName: string
  readonly settings: (url: string) => object
  /** Settings that one major version of this package needs. */
  readonly unset?: object
  readonly wrong: object
  readonly status: number
}

const content = { model: asked.models.content }
/** The clients of content generation check ranges themselves, so an unknown model provokes the rejection. */
const unknownModel = { wrong: { model: 'gemini-0' }, status: 404 }

const makers: Readonly<Record<string, Maker>> = {
  anthropic: {
    from: 'anthropic',
    exportName: 'ChatAnthropic',
    // An early major version sends -1 for unset values.
    settings: (url) => ({ model: asked.models.messages, maxTokens: 300, topP: 0.9, topK: 40, anthropicApiUrl: url }),
    unset: { topP: undefined, topK: undefined },
    wrong: { topP: 7 },
    status: 400,
  },
  'google-genai': {
    from: 'googleGenai',
    exportName: 'ChatGoogleGenerativeAI',
    settings: (url) => ({ ...content, baseUrl: url }),
    ...unknownModel,
  },
  google: {
    from: 'google',
    exportName: 'ChatGoogle',
    settings: (url) => ({ ...content, endpoint: url, platformType: 'gai' }),
    ...unknownModel,
  },
}

function statusIn(error: Readonly<Record<string, unknown>>): unknown {
  return error['status'] ?? error['statusCode']
}
