import { expect, test } from 'vitest'
import { keyLabels } from '../../../core/model/credential.ts'
import { observe } from '../../../engine/judge/index.ts'
import { answered, brokenBy, exchangeOf, findingsOn, json, stream } from './exchange.fixture.ts'
import { createMessage } from './operations.ts'
import { asks, messageTurn } from './request-values.ts'
import observed from './requirements/observed.ts'

const weather = {
  name: 'get_weather',
  input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}
const asked = asks([messageTurn('user', 'What is the weather in Oslo?')], { tools: [weather] })
const tokens = { input_tokens: 8, output_tokens: 2, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
const reply = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [{ type: 'text', text: 'Mild.' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: tokens,
}
const use = (more: object = {}) => ({
  type: 'tool_use',
  id: 'a',
  name: 'get_weather',
  input: { city: 'Oslo' },
  ...more,
})
const using = (...content: readonly object[]) => ({ content, stop_reason: 'tool_use' })
const counting = (more: object) => ({ usage: { ...tokens, ...more } })

function ids(...names: readonly string[]): readonly string[] {
  return names.map((name) => `messages.${name}`)
}

test.each<[string, object, readonly string[]]>([
  ['no defect', {}, []],
  ['no id', { id: undefined }, ['reply-id']],
  ['another type', { type: 'completion' }, ['reply-type']],
  ['another role', { role: 'model' }, ['reply-role']],
  ['no model', { model: null }, ['reply-model']],
  ['content as text', { content: 'Mild.' }, ['reply-content']],
  ['no stop reason', { stop_reason: null }, ['reply-stop-reason']],
  ['an unlisted stop reason', { stop_reason: 'stop' }, ['stop-reason-listed']],
  ['no stop_sequence', { stop_sequence: undefined }, ['reply-stop-sequence']],
  ['a block without type', { content: [{ text: 'Mild.' }] }, ['reply-block']],
  ['a block that is text', { content: ['Mild.'] }, ['reply-block']],
  ['a text that is a number', { content: [{ type: 'text', text: 7 }] }, ['reply-text']],
  ['an empty text', { content: [{ type: 'text', text: '' }] }, ['reply-text-not-empty']],
  [
    'a text that is too long',
    { content: [{ type: 'text', text: 'a'.repeat(5_000_001) }] },
    ['reply-text-within-limit'],
  ],
  ['a tool use without id', using(use({ id: undefined })), ['reply-tool-use-id']],
  ['a tool use without name', using(use({ name: undefined })), ['reply-tool-use-name']],
  ['an input as text', using(use({ input: '{}' })), ['reply-tool-use-input']],
  ['an input that does not fit', using(use({ input: {} })), ['tool-use-input-fits']],
  ['an unknown tool', using(use({ name: 'look' })), ['tool-use-declared']],
  ['a tool use and end_turn', { content: [use()] }, ['stop-reason-of-tool-use']],
  ['one id for two tool uses', using(use(), use()), ['tool-use-ids-distinct']],
  ['the stop reason tool_use and no tool use', { stop_reason: 'tool_use' }, ['stop-reason-tool-use-has-one']],
  ['no usage', { usage: null }, ['reply-usage']],
  ['no input_tokens', counting({ input_tokens: undefined }), ['reply-input-tokens']],
  ['half a token', counting({ output_tokens: 0.5 }), ['reply-output-tokens']],
  ['no output tokens', counting({ output_tokens: 0 }), ['reply-output-tokens-positive']],
  ['a negative count', counting({ input_tokens: -1 }), ['reply-counts-not-negative']],
  ['a cache count as text', counting({ cache_read_input_tokens: '0' }), ['reply-cache-read-tokens']],
  ['no cache count', counting({ cache_read_input_tokens: undefined }), ['reply-cache-read-tokens-present']],
  [
    'a cache count that is null',
    counting({ cache_creation_input_tokens: null }),
    ['reply-cache-creation-tokens-present'],
  ],
  ['more tokens than allowed', counting({ output_tokens: 513 }), ['output-tokens-within-limit']],
  ['a sequence without its reason', { stop_sequence: 'zebra' }, ['stop-sequence-agrees', 'stop-sequence-asked-for']],
  ['a reason without its sequence', { stop_reason: 'stop_sequence' }, ['stop-sequence-agrees']],
])('a reply with %s fails exactly the expected requirements', (_, more, broken) => {
  expect(brokenBy(exchangeOf(asked, json({ ...reply, ...more })))).toEqual(ids(...broken))
})

test.each<[string, object, object, readonly string[]]>([
  ['any without a tool use is a violation', { type: 'any' }, {}, ['tool-choice-any-obeyed']],
  ['any allows a reply cut by the token limit', { type: 'any' }, { stop_reason: 'max_tokens' }, []],
  [
    'any without a tool use and without a stop reason violates only the stop reason',
    { type: 'any' },
    { stop_reason: null },
    ['reply-stop-reason'],
  ],
  [
    'any with parallel use disabled forbids two tool uses',
    { type: 'any', disable_parallel_tool_use: true },
    using(use(), use({ id: 'toolu_2' })),
    ['tool-choice-any-single-obeyed'],
  ],
  [
    'auto with parallel use disabled forbids two tool uses',
    { type: 'auto', disable_parallel_tool_use: true },
    using(use(), use({ id: 'toolu_2' })),
    ['tool-choice-auto-single-obeyed'],
  ],
  ['auto allows two tool uses', { type: 'auto' }, using(use(), use({ id: 'toolu_2' })), []],
  ['tool without a tool use is a violation', { type: 'tool', name: 'get_weather' }, {}, ['tool-choice-tool-obeyed']],
  [
    'tool with parallel use disabled forbids two tool uses',
    { type: 'tool', name: 'get_weather', disable_parallel_tool_use: true },
    using(use(), use({ id: 'toolu_2' })),
    ['tool-choice-tool-single-obeyed'],
  ],
  ['with an undeclared tool is not judged', { type: 'tool', name: 'look' }, {}, []],
])('tool_choice %s', (_, tool_choice, more, broken) => {
  const value = asks([messageTurn('user', 'What is the weather in Oslo?')], { tools: [weather], tool_choice })
  expect(brokenBy(exchangeOf(value, json({ ...reply, ...more })))).toEqual(ids(...broken))
})

test.each<[string, ReturnType<typeof json>, readonly string[]]>([
  ['a stream', stream([{ type: 'ping' }]), ['reply-not-streamed']],
  ['invalid JSON', { ...json(reply), bytes: new TextEncoder().encode('{') }, ['reply-json']],
  ['JSON as text', { ...json(reply), type: 'text/plain' }, ['reply-content-type']],
  ['a list', json([]), ['reply-object']],
  ['an error without code', json({ error: { type: 'invalid_request_error', message: 'a' } }, 400), ['error-code']],
  ['an error that is a string', json({ error: 'a' }, 400), ['error-object']],
  ['an error in `detail`', json({ detail: [] }, 403), ['error-object']],
  [
    'an error without type, message and code',
    json({ error: { type: null, message: 7, code: '' } }, 400),
    ['error-message', 'error-type'],
  ],
  ['an HTML page', { ...json('', 404), bytes: new TextEncoder().encode('<h1>') }, ['error-json']],
  [
    'another word for 400',
    json({ error: { type: 'BadRequest', message: 'a', code: '400' } }, 400),
    ['error-word-of-400'],
  ],
  [
    'another word for 500',
    json({ error: { type: 'api_error', message: 'a', code: '500' } }, 500),
    ['error-word-of-500'],
  ],
])('%s as a response fails exactly the expected requirements', (_, answer, broken) => {
  expect(brokenBy(exchangeOf(asked, answer))).toEqual(ids(...broken))
})

test('an error body with a success status is a violation', () => {
  const body = { error: { type: 'invalid_request_error', message: 'a', code: 'b' } }
  expect(brokenBy(exchangeOf(asked, json(body)))).toEqual(ids('reply-not-error'))
})

test.each<[string, object]>([
  ['an object of another protocol', { id: 'a', object: 'chat.completion', model: 'm', choices: [], usage: {} }],
  ['an empty object', {}],
])('%s is not a message, and violates a single requirement', (_, body) => {
  expect(brokenBy(exchangeOf(asked, json(body)))).toEqual(ids('reply-object'))
})

test('an invalid field in a reply does not suppress violations of other fields', () => {
  const broken = { ...reply, content: 'Mild.', stop_reason: null, usage: { ...reply.usage, output_tokens: 513 } }
  const found = brokenBy(exchangeOf(asked, json(broken)))
  expect(found).toEqual(ids('output-tokens-within-limit', 'reply-content', 'reply-stop-reason'))
})

test('tokens are not counted for a request that must be rejected', () => {
  const counted = { ...reply, usage: { ...reply.usage, output_tokens: 3 } }
  expect(brokenBy(exchangeOf(asks([messageTurn('user', 'a')], { max_tokens: 0 }), json(counted)))).toEqual([])
})

test.each([404, 405, 413, 422])('a rejection of an invalid request must have status 400, not %i', (status) => {
  const error = json({ error: { type: 'unprocessable', message: 'a', code: 'b' } }, status)
  const tooHot = asks([messageTurn('user', 'a')], { temperature: 1.1 })
  expect(brokenBy(exchangeOf(tooHot, error))).toEqual(ids('error-status-400'))
  const tooLong = asks([messageTurn('user', 'a')], { model: 'a'.repeat(257) })
  expect(brokenBy(exchangeOf(tooLong, error))).toEqual([])
})

test('requests with a missing or unknown key must be rejected', () => {
  const request = createMessage.write(asked)
  const without = { ...request, headers: request.headers.filter(([name]) => name !== 'x-api-key') }
  const unknown = { ...without, headers: [...without.headers, ['x-api-key', keyLabels.invalid] as const] }
  const denied = json({ error: { type: 'authentication_error', message: 'a', code: 'b' } }, 401)
  for (const [asking, id] of [
    [without, 'key-missing-rejected'],
    [unknown, 'key-invalid-rejected'],
  ] as const) {
    expect(brokenBy(answered(asking, denied))).toEqual([])
    expect(brokenBy(answered(asking, json(reply)))).toEqual(ids(id))
    expect(findingsOn(answered(asking, { ...denied, status: 503 }))).toMatchObject([{ doubt: true }])
  }
})

test('a reply names the model that was sent, and not the label of the specification', () => {
  const about = observed.find(({ id }) => id === 'messages.model-asked-for')!
  const said = (model: string) => {
    const exchange = { ...exchangeOf(asked, json({ ...reply, model })), models: { 'messages-model-1': 'my-model' } }
    const seen = observe([createMessage], exchange)!
    return about.kind === 'exchange' ? [...about.check(seen)].map(({ message }) => message) : undefined
  }
  expect(said('my-model')).toEqual([])
  expect(said('messages-model-1')).toEqual(['model is messages-model-1; the request asks for my-model'])
})
