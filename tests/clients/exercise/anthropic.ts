import assert from 'node:assert/strict'
import type { Exercises } from '../abilities.ts'
import * as asked from './asked.ts'

interface Block {
  readonly type: string
  readonly id?: string
  readonly text?: string
  readonly input?: unknown
}

const request = {
  model: asked.models.messages,
  max_tokens: 300,
  messages: [{ role: 'user', content: asked.prompt }],
}
const tools = [{ ...asked.tool, input_schema: asked.weatherSchema }]

export async function exercises(url: string, [library = '']: readonly string[]): Promise<Exercises> {
  const { default: Anthropic } = await import(library)
  const { jsonSchemaOutputFormat } = await import(`${library}/helpers/json-schema`)
  const client = new Anthropic({ baseURL: url, apiKey: asked.key, maxRetries: 0 })

  return {
    async text() {
      const { content, stop_reason } = await client.messages.create(request)
      asked.assertAnswers(content[0].text)
      assert.equal(stop_reason, 'end_turn')
    },
    async stream() {
      const whole = await client.messages.create(request)
      const pieces: string[] = []
      const stream = client.messages.stream(request).on('text', (text: string) => pieces.push(text))
      const final = await stream.finalMessage()
      asked.assertSame(pieces, whole.content[0].text)
      assert.equal(final.usage.output_tokens, whole.usage.output_tokens)
    },
    async tools() {
      const first = await client.messages.create({ ...request, tools, tool_choice: { type: 'any' } })
      const use = useIn(first.content)
      asked.assertWeather(use?.input)
      const answer = { type: 'tool_result', tool_use_id: use?.id, content: asked.result }
      const turns = [
        { role: 'assistant', content: first.content },
        { role: 'user', content: [answer] },
      ]
      const second = await client.messages.create({ ...request, tools, messages: [...request.messages, ...turns] })
      assert.deepEqual(
        second.content.map(({ type }: Block) => type),
        ['text'],
      )
    },
    async streamedTools() {
      const whole = await client.messages.create({ ...request, tools })
      const final = await client.messages.stream({ ...request, tools }).finalMessage()
      assert.deepEqual(useIn(final.content)?.input, useIn(whole.content)?.input)
      asked.assertWeather(useIn(final.content)?.input)
    },
    async structured() {
      const format = jsonSchemaOutputFormat(asked.weatherSchema)
      const { parsed_output } = await client.messages.parse({ ...request, output_config: { format } })
      asked.assertWeather(parsed_output)
    },
    async imageInput() {
      const data = (await asked.picture()).toString('base64')
      const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } }
      const content = [image, { type: 'text', text: asked.prompt }]
      const withImage = await client.messages.create({ ...request, messages: [{ role: 'user', content }] })
      const { usage } = await client.messages.create(request)
      asked.assertCounted(withImage.usage.input_tokens, usage.input_tokens)
    },
    async errors() {
      const stranger = client.withOptions({ apiKey: 'nobody' })
      const wrongKey = await asked.rejection(stranger.messages.create(request))
      assert.ok(wrongKey instanceof Anthropic.AuthenticationError)
      const whileStreaming = await asked.rejection(stranger.messages.stream(request).finalMessage())
      assert.ok(whileStreaming instanceof Anthropic.AuthenticationError)
      const outOfRange = await asked.rejection(client.messages.create({ ...request, temperature: 1.5 }))
      assert.ok(outOfRange instanceof Anthropic.BadRequestError)
    },
  }
}

function useIn(content: readonly Block[]): Block | undefined {
  return content.find(({ type }) => type === 'tool_use')
}
