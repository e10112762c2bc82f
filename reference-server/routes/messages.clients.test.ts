import Anthropic from '@anthropic-ai/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ReferenceServer, startReferenceServer } from '../index.ts'

const tools: Anthropic.Tool[] = [
  {
    name: 'get_weather',
    input_schema: {
      type: 'object',
      properties: { city: { type: 'string', minLength: 3 }, days: { type: 'integer', minimum: 1, maximum: 7 } },
      required: ['city', 'days'],
    },
  },
]
const request = {
  model: 'messages-model-1',
  max_tokens: 200,
  messages: [{ role: 'user', content: 'Please name a calm colour' }],
} satisfies Anthropic.MessageCreateParams

let server: ReferenceServer
let client: Anthropic
beforeAll(async () => {
  server = await startReferenceServer()
  client = new Anthropic({ baseURL: server.url, apiKey: 'test-key', maxRetries: 0 })
})
afterAll(() => server.close())

test('the Anthropic client receives text', async () => {
  const message = await client.messages.create(request)
  expect(message).toMatchObject({ type: 'message', role: 'assistant', stop_reason: 'end_turn', stop_sequence: null })
  expect(message.content).toEqual([{ type: 'text', text: expect.stringContaining('calm colour') }])
})

test('the Anthropic client streams the same text', async () => {
  const whole = await client.messages.create(request)
  const stream = client.messages.stream(request)
  let heard = ''
  stream.on('text', (text) => {
    heard += text
  })
  const final = await stream.finalMessage()
  expect(final.content).toEqual(whole.content)
  expect(final.content).toEqual([{ type: 'text', text: heard }])
  expect(final).toMatchObject({ stop_reason: 'end_turn', usage: { output_tokens: whole.usage.output_tokens } })
})

test('the Anthropic client completes a tool loop', async () => {
  const first = await client.messages.create({ ...request, tools, tool_choice: { type: 'any' } })
  const use = first.content.find((block) => block.type === 'tool_use')
  expect(first.stop_reason).toBe('tool_use')
  expect(use).toMatchObject({ name: 'get_weather', input: { city: expect.any(String), days: expect.any(Number) } })
  const result = { type: 'tool_result' as const, tool_use_id: use?.id ?? '', content: 'Mild and clear' }
  const messages: Anthropic.MessageParam[] = [
    ...request.messages,
    { role: 'assistant', content: first.content },
    { role: 'user', content: [result] },
  ]
  const second = await client.messages.create({ ...request, tools, messages })
  expect(second.content.map(({ type }) => type)).toEqual(['text'])
})

test('the Anthropic client assembles a tool use from a stream', async () => {
  const whole = await client.messages.create({ ...request, tools })
  const final = await client.messages.stream({ ...request, tools }).finalMessage()
  const inputs = (message: Anthropic.Message) =>
    message.content.map((block) => (block.type === 'tool_use' ? block.input : block.type))
  expect(final.content.map(({ type }) => type)).toEqual(['text', 'tool_use'])
  expect(inputs(final)).toEqual(inputs(whole))
  expect(final.stop_reason).toBe('tool_use')
})

test('the Anthropic client receives the stop reason', async () => {
  const stopped = await client.messages.create({ ...request, stop_sequences: ['calm'] })
  expect(stopped).toMatchObject({ stop_reason: 'stop_sequence', stop_sequence: 'calm' })
  const cut = await client.messages.create({ ...request, max_tokens: 2 })
  expect(cut).toMatchObject({ stop_reason: 'max_tokens', usage: { output_tokens: 2 } })
})

test('rejections become the error classes of the Anthropic client', async () => {
  const wrongKey = client.withOptions({ apiKey: 'another' })
  await expect(wrongKey.messages.create(request)).rejects.toBeInstanceOf(Anthropic.AuthenticationError)
  await expect(client.messages.create({ ...request, temperature: 1.5 })).rejects.toBeInstanceOf(
    Anthropic.BadRequestError,
  )
  await expect(wrongKey.messages.stream(request).finalMessage()).rejects.toBeInstanceOf(Anthropic.AuthenticationError)
})
