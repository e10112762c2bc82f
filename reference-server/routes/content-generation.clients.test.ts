import { ApiError, FunctionCallingConfigMode, GoogleGenAI, Type } from '@google/genai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ReferenceServer, startReferenceServer } from '../index.ts'

const model = 'content-model-1'
const contents = 'Please name a calm colour'
const forecast = {
  name: 'get_forecast',
  parameters: {
    type: Type.OBJECT,
    properties: { city: { type: Type.STRING }, days: { type: Type.INTEGER, minimum: 1, maximum: 7 } },
    required: ['city', 'days'],
  },
}

let server: ReferenceServer
let client: GoogleGenAI
beforeAll(async () => {
  server = await startReferenceServer()
  client = clientWith('test-key')
})
afterAll(() => server.close())

function clientWith(apiKey: string): GoogleGenAI {
  return new GoogleGenAI({ apiKey, httpOptions: { baseUrl: server.url } })
}

test('the Google client receives text', async () => {
  const response = await client.models.generateContent({ model, contents })
  expect(response.text).toContain('calm colour')
  expect(response.candidates?.[0]).toMatchObject({ finishReason: 'STOP', index: 0 })
  expect(response.usageMetadata?.promptTokenCount).toBe(5)
})

test('the Google client streams the same text', async () => {
  const whole = await client.models.generateContent({ model, contents })
  let heard = ''
  let finish: string | undefined
  for await (const chunk of await client.models.generateContentStream({ model, contents })) {
    heard += chunk.text ?? ''
    finish = chunk.candidates?.[0]?.finishReason ?? finish
  }
  expect(heard).toBe(whole.text)
  expect(finish).toBe('STOP')
})

test('the Google client completes a function call loop', async () => {
  const toolConfig = { functionCallingConfig: { mode: FunctionCallingConfigMode.ANY } }
  const tools = [{ functionDeclarations: [forecast] }]
  const first = await client.models.generateContent({ model, contents, config: { tools, toolConfig } })
  const [call] = first.functionCalls ?? []
  expect(call).toMatchObject({ name: 'get_forecast', args: { city: expect.any(String), days: expect.any(Number) } })
  const history = [
    { role: 'user', parts: [{ text: contents }] },
    { role: 'model', parts: [{ functionCall: { name: 'get_forecast', args: call?.args ?? {} } }] },
    { role: 'user', parts: [{ functionResponse: { name: 'get_forecast', response: { sky: 'clear' } } }] },
  ]
  const second = await client.models.generateContent({ model, contents: history, config: { tools } })
  expect(second.functionCalls).toBeUndefined()
  expect(second.text).not.toBe('')
})

test('the Google client receives JSON that matches its schema, complete and streamed', async () => {
  const items = { type: Type.OBJECT, properties: { name: { type: Type.STRING } }, required: ['name'] }
  const config = { responseMimeType: 'application/json', responseSchema: { type: Type.ARRAY, items } }
  const { text } = await client.models.generateContent({ model, contents, config })
  const names = JSON.parse(text ?? '') as { name: string }[]
  expect(names.every(({ name }) => typeof name === 'string')).toBe(true)
  let streamed = ''
  for await (const chunk of await client.models.generateContentStream({ model, contents, config }))
    streamed += chunk.text ?? ''
  expect(streamed).toBe(text)
})

test('rejections become the error class of the Google client', async () => {
  const statusOf = (sent: Promise<unknown>) =>
    sent.then(
      () => 200,
      (error: ApiError) => error instanceof ApiError && error.status,
    )
  expect(await statusOf(clientWith('another').models.generateContent({ model, contents }))).toBe(401)
  expect(await statusOf(client.models.generateContent({ model: 'no-such-model', contents }))).toBe(404)
  expect(await statusOf(client.models.generateContent({ model, contents, config: { temperature: 2.5 } }))).toBe(400)
  expect(await statusOf(client.models.generateContentStream({ model: 'no-such-model', contents }))).toBe(404)
})

test('JSON Schemas sent by the Google client are followed', async () => {
  const schema = {
    type: 'object',
    properties: { city_name: { type: 'string' }, days: { type: 'integer', minimum: 3, maximum: 3 } },
    required: ['city_name', 'days'],
  }
  const filled = { city_name: expect.any(String), days: 3 }
  const config = { responseMimeType: 'application/json', responseJsonSchema: schema }
  const { text } = await client.models.generateContent({ model, contents, config })
  expect(JSON.parse(text ?? '')).toEqual(filled)
  const tools = [{ functionDeclarations: [{ name: 'get_forecast', parametersJsonSchema: schema }] }]
  const toolConfig = { functionCallingConfig: { mode: FunctionCallingConfigMode.ANY } }
  const { functionCalls } = await client.models.generateContent({ model, contents, config: { tools, toolConfig } })
  expect(functionCalls).toMatchObject([{ name: 'get_forecast', args: filled }])
})
