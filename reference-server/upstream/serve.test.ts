import process from 'node:process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startUpstreamServer, type UpstreamServer } from './serve.ts'

const key = 'provider-key-123456'
const mark = 'qwerty12345'
const received: number[] = []
let upstream: UpstreamServer
beforeAll(async () => {
  upstream = await startUpstreamServer({
    port: 0,
    host: '127.0.0.1',
    key,
    clientKeys: [],
    words: /[a-z]{6}\d{5}/g,
    onArrival() {},
    onReceived: (_, { exchange }) => received.push(exchange.response?.status ?? 0),
  })
  const usage = { input: 5, output: 7, cacheRead: 0, cacheWrite: 0 }
  const reply = { parts: [{ kind: 'text', text: 'Scripted.' }], end: 'end', usage } as const
  const marks = [{ place: 'the prompt', value: mark, kind: 'word' }] as const
  upstream.expect([
    { exchange: 'x1', trial: { id: 'one', operation: 'messages.create', behaviour: { kind: 'answer' }, marks, reply } },
  ])
})
afterAll(() => upstream.close())

function post(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(upstream.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

const prompts = ['an unmarked request', `a request for ${mark}`]
const message = (prompt: string) => ({ model: 'm', max_tokens: 50, messages: [{ role: 'user', content: prompt }] })

test.each(prompts)('%s for a message needs a version header of any vendor', async (prompt) => {
  const statusWith = async (name: string) =>
    (await post('/some/v1/messages', message(prompt), { [name]: '2023-06-01' })).status
  expect(await statusWith('anthropic-version')).toBe(200)
  expect(await statusWith('acme-version')).toBe(200)
  expect(await statusWith('x-stainless-runtime-version')).toBe(400)
  const { error } = (await (await post('/v1/messages', message(prompt))).json()) as { error: unknown }
  expect(error).toMatchObject({ type: 'invalid_request_error', message: expect.stringContaining('provider-version') })
})

test.each(
  prompts.flatMap((prompt) => [
    { prompt, path: '/v1/messages', body: { ...message(prompt), tool_choice: { type: 'some' } } },
    { prompt, path: '/v1/chat/completions', body: { ...message(prompt), tool_choice: 'some' } },
    {
      prompt,
      path: '/v1beta/models/m:generateContent',
      body: { contents: [{ parts: [{ text: prompt }] }], generationConfig: { responseMimeType: 'text/html' } },
    },
    { prompt, path: '/v1/images/generations', body: { prompt, response_format: 'file' } },
  ]),
)('$prompt at $path with an unknown value returns 400', async ({ path, body }) => {
  expect((await post(path, body, { 'provider-version': '2023-06-01' })).status).toBe(400)
})

test('a marked request that is valid gets its script, and each outcome is recorded', async () => {
  received.length = 0
  const reply = await post('/v1/chat/completions', message(prompts[1]!))
  expect(await reply.text()).toContain('Scripted.')
  await (await post('/v1/chat/completions', { ...message(prompts[1]!), n: 0 })).text()
  await expect.poll(() => received).toEqual([200, 400])
})

test('a marked request that is rejected leads to no warning of the runtime', async () => {
  const warnings: Error[] = []
  const note = (warning: Error) => void warnings.push(warning)
  process.on('warning', note)
  const body = { ...message(`a request for ${mark}`), tool_choice: { type: 'some' } }
  expect((await post('/v1/messages', body, { 'provider-version': '2023-06-01' })).status).toBe(400)
  await new Promise((resolve) => setTimeout(resolve, 20))
  process.off('warning', note)
  expect(warnings).toEqual([])
})
