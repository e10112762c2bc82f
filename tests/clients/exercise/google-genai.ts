import assert from 'node:assert/strict'
import type { Exercises } from '../abilities.ts'
import * as asked from './asked.ts'

const ask = { model: asked.models.content, contents: asked.prompt }
const tools = [{ functionDeclarations: [{ ...asked.tool, parameters: ownSchema() }] }]
const must = { tools, toolConfig: { functionCallingConfig: { mode: 'ANY' } } }

export async function exercises(url: string, [library = '']: readonly string[]): Promise<Exercises> {
  const { GoogleGenAI } = await import(library)
  const clientWith = (apiKey: string) => new GoogleGenAI({ apiKey, httpOptions: { baseUrl: url } })
  const { models } = clientWith(asked.key)

  return {
    async text() {
      const { text, candidates } = await models.generateContent(ask)
      asked.assertAnswers(text)
      assert.equal(candidates[0].finishReason, 'STOP')
    },
    async stream() {
      const { text } = await models.generateContent(ask)
      const pieces: string[] = []
      for await (const chunk of await models.generateContentStream(ask)) pieces.push(chunk.text ?? '')
      asked.assertSame(pieces, text)
    },
    async tools() {
      const first = await models.generateContent({ ...ask, config: must })
      const [call] = first.functionCalls
      asked.assertWeather(call.args)
      const answer = { functionResponse: { name: call.name, response: { sky: asked.result } } }
      const contents = [
        { role: 'user', parts: [{ text: asked.prompt }] },
        first.candidates[0].content,
        { role: 'user', parts: [answer] },
      ]
      const second = await models.generateContent({ ...ask, contents, config: { tools } })
      assert.ok(second.text.length > 0 && second.functionCalls === undefined)
    },
    async streamedTools() {
      const whole = await models.generateContent({ ...ask, config: must })
      const calls: { args: unknown }[] = []
      for await (const chunk of await models.generateContentStream({ ...ask, config: must }))
        calls.push(...(chunk.functionCalls ?? []))
      assert.deepEqual(calls[0]?.args, whole.functionCalls[0].args)
      asked.assertWeather(calls[0]?.args)
    },
    async structured() {
      const config = { responseMimeType: 'application/json', responseSchema: ownSchema() }
      const { text } = await models.generateContent({ ...ask, config })
      asked.assertWeather(JSON.parse(text))
    },
    async imageInput() {
      const inlineData = { mimeType: 'image/png', data: (await asked.picture()).toString('base64') }
      const withImage = await models.generateContent({ ...ask, contents: [asked.prompt, { inlineData }] })
      const { usageMetadata } = await models.generateContent(ask)
      asked.assertCounted(withImage.usageMetadata.promptTokenCount, usageMetadata.promptTokenCount)
    },
    async errors() {
      const statusOf = async (sent: PromiseLike<unknown>) => statusIn(await asked.rejection(sent))
      assert.equal(await statusOf(clientWith('nobody').models.generateContent(ask)), 401)
      assert.equal(await statusOf(models.generateContent({ ...ask, config: { temperature: 2.5 } })), 400)
      assert.equal(await statusOf(models.generateContentStream({ ...ask, model: 'no-such-model' })), 404)
    },
  }
}

/** Returns the schema with upper-case types, as this client spells them. */
function ownSchema(): object {
  return JSON.parse(JSON.stringify(asked.weatherSchema), (name, value) =>
    name === 'type' ? value.toUpperCase() : value,
  )
}

/** Returns the status of an error. The first major version only mentions it in the message. */
function statusIn({ status, message }: Readonly<Record<string, unknown>>): number {
  return typeof status === 'number' ? status : Number(/\b[45]\d\d\b/.exec(String(message))?.[0])
}
