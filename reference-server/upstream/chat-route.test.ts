import { afterAll, beforeAll, expect, test } from 'vitest'
import { isObject, itemsOf, type Members, member, memberAt } from '../../schemas/json.ts'
import type { ReferenceServer } from '../index.ts'
import { serveRoutes } from '../serve-routes.ts'
import { chatRoute } from './chat-route.ts'

const key = 'provider-key-123456'
let server: ReferenceServer
beforeAll(async () => {
  server = await serveRoutes({ keys: [key] }, [chatRoute])
})
afterAll(() => server.close())

const plain = { model: 'any-model', messages: [{ role: 'user', content: 'Name a calm colour.' }] }

function ask(members: Members): Promise<Response> {
  return fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...plain, ...members }),
  })
}

async function choicesFor(members: Members): Promise<readonly unknown[]> {
  const reply = await ask(members)
  const json: unknown = await reply.json()
  expect([reply.status, member(json, 'error')]).toEqual([200, undefined])
  return itemsOf(member(json, 'choices'))
}

async function textFor(members: Members): Promise<string> {
  return String(memberAt((await choicesFor(members))[0], 'message', 'content'))
}

async function callsFor(members: Members): Promise<readonly unknown[]> {
  const calls = itemsOf(memberAt((await choicesFor(members))[0], 'message', 'tool_calls'))
  return calls.map((call) => memberAt(call, 'function', 'name'))
}

const said = (turn: Members) => ({ messages: [turn] })
const tool = (name: string) => ({ type: 'function', function: { name, parameters: { type: 'object' } } })
const tools = [tool('weather'), tool('clock')]
const named = (name: string) => ({ type: 'function', function: { name } })
const ofSchema = (schema: unknown) => ({ type: 'json_schema', json_schema: { name: 'answer', schema } })
const withUrl = (url: string) => ({ role: 'user', content: [{ type: 'image_url', image_url: { url } }] })

test.each<[param: string, members: Members]>([
  ['model', { model: null }],
  ['messages', { messages: [] }],
  ['messages[0].role', said({ role: 'model', content: 'x' })],
  ['messages[0].content', said({ role: 'user', content: null })],
  ['messages[0].content', said({ role: 'assistant' })],
  ['messages[0].content[0].type', said({ role: 'user', content: [{ type: 'image', source: {} }] })],
  ['messages[0].content[0].type', said({ role: 'system', content: [{ type: 'image_url', text: 'x' }] })],
  ['messages[0].content[0].image_url.url', said(withUrl('data:image/tiff;base64,AAAA'))],
  ['messages[0].tool_call_id', said({ role: 'tool', content: 'x' })],
  ['messages[0].tool_calls[0].type', said({ role: 'assistant', tool_calls: [{ id: 'a', function: {} }] })],
  ['max_tokens', { max_tokens: 0 }],
  ['max_completion_tokens', { max_completion_tokens: '5' }],
  ['temperature', { temperature: 2.1 }],
  ['top_p', { top_p: 1.5 }],
  ['presence_penalty', { presence_penalty: -3 }],
  ['frequency_penalty', { frequency_penalty: 2.5 }],
  ['n', { n: 0 }],
  ['seed', { seed: 0.5 }],
  ['stop', { stop: ['a', 'b', 'c', 'd', 'e'] }],
  ['user', { user: 7 }],
  ['stream', { stream: 'yes' }],
  ['stream_options', { stream_options: { include_usage: true } }],
  ['stream_options.include_usage', { stream: true, stream_options: { include_usage: 1 } }],
  ['response_format.type', { response_format: { type: 'json' } }],
  ['response_format.json_schema', { response_format: { type: 'json_schema' } }],
  ['response_format.json_schema.schema', { response_format: ofSchema('object') }],
  ['tools', { tools: [] }],
  ['tools[0].type', { tools: [{ ...tool('clock'), type: 'custom' }] }],
  ['tools[0].function.name', { tools: [tool('two words')] }],
  ['tool_choice', { tools, tool_choice: 'any' }],
  ['tool_choice.type', { tools, tool_choice: { ...named('clock'), type: 'tool' } }],
  ['tool_choice', { tools, tool_choice: named('map') }],
  ['tool_choice', { tool_choice: 'required' }],
  ['parallel_tool_calls', { tools, parallel_tool_calls: 'no' }],
])('400 names %s: %j', async (param, members) => {
  const reply = await ask(members)
  const error = member(await reply.json(), 'error')
  expect([reply.status, error]).toEqual([
    400,
    { message: expect.any(String), type: 'invalid_request_error', param, code: null },
  ])
})

test('null is the same as no member', async () => {
  const optional = ['max_tokens', 'temperature', 'n', 'seed', 'stop', 'tools', 'tool_choice', 'response_format']
  expect(await textFor(Object.fromEntries(optional.map((name) => [name, null])))).toBe(await textFor({}))
})

test('JSON mode gives an object, and with a schema a value that the schema allows', async () => {
  expect(isObject(JSON.parse(await textFor({ response_format: { type: 'json_object' } })))).toBe(true)
  const schema = { type: 'object', properties: { age: { type: 'integer', minimum: 3, maximum: 3 } }, required: ['age'] }
  expect(JSON.parse(await textFor({ response_format: ofSchema(schema) }))).toEqual({ age: 3 })
})

test('tools are called as `tool_choice` and `parallel_tool_calls` say', async () => {
  expect(await callsFor({ tools })).toEqual(['weather', 'clock'])
  expect(await callsFor({ tools, tool_choice: 'none' })).toEqual([])
  expect(await callsFor({ tools, tool_choice: 'required', parallel_tool_calls: false })).toEqual(['weather'])
  expect(await callsFor({ tools, tool_choice: named('clock') })).toEqual(['clock'])
  const call = { id: 'a', type: 'function', function: { name: 'clock', arguments: '{}' } }
  const results = [
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'a', content: 'noon' },
  ]
  expect(await callsFor({ tools, messages: [...plain.messages, ...results] })).toEqual([])
})

test('`n` is the number of choices, whose texts differ', async () => {
  const choices = await choicesFor({ n: 3 })
  expect(choices.map((choice) => member(choice, 'index'))).toEqual([0, 1, 2])
  expect(new Set(choices.map((choice) => memberAt(choice, 'message', 'content'))).size).toBe(3)
})

test('the same seed gives the same text, and each sampling setting another one', async () => {
  const settings = [{ seed: 1 }, { seed: 2 }, { top_p: 0.5 }, { presence_penalty: 1 }, { frequency_penalty: 1 }]
  const texts = await Promise.all([{}, ...settings, { temperature: 2 }].map(textFor))
  expect(new Set(texts).size).toBe(texts.length)
  expect(await textFor({ seed: 1 })).toBe(texts[1])
})

test('a reply ends at a stop sequence and at the limit of tokens', async () => {
  expect(await textFor({ stop: 'calm' })).not.toContain('calm')
  expect(await textFor({ stop: ['never', 'calm'] })).toBe(await textFor({ stop: 'calm' }))
  for (const name of ['max_tokens', 'max_completion_tokens']) {
    const [choice] = await choicesFor({ [name]: 2 })
    expect(member(choice, 'finish_reason')).toBe('length')
  }
})

test('a stream has the text of each choice, and counts only if asked', async () => {
  const events = async (members: Members) => {
    const text = await (await ask({ ...members, n: 2, stream: true })).text()
    const frames = text.trim().split('\n\n')
    expect(frames.pop()).toBe('data: [DONE]')
    return frames.map((one) => JSON.parse(one.replace('data: ', '')) as unknown)
  }
  const choices = (await events({})).flatMap((event) => itemsOf(member(event, 'choices')))
  const heard = [0, 1].map((index) =>
    choices.map((one) => (member(one, 'index') === index ? (memberAt(one, 'delta', 'content') ?? '') : '')).join(''),
  )
  const plainly = await choicesFor({ n: 2 })
  expect(heard).toEqual(plainly.map((choice) => memberAt(choice, 'message', 'content')))
  const counted = await events({ stream_options: { include_usage: true } })
  expect(member(counted.at(-1), 'usage')).toMatchObject({ prompt_tokens: expect.any(Number) })
})
