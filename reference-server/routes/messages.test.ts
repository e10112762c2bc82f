import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyValidation } from '../../schemas/index.ts'
import type { IncomingRequest } from '../incoming-request.ts'
import type { Reply } from '../reply.ts'
import type { ServerState } from '../state.ts'
import messages from './messages.ts'
import type { Message } from './messages-reply.ts'

const [route] = messages
let ordinal = 0

function replyTo(body: unknown): Reply {
  const value = { header: { 'provider-version': '2023-06-01' }, body }
  const request = {
    endpoint: route!.endpoint(value),
    value,
    token: undefined,
    ordinal: ++ordinal,
    validation: emptyValidation,
  } as unknown as IncomingRequest
  return route!.handle(request, {} as ServerState) as Reply
}

function messageTo(body: unknown): Message {
  const reply = replyTo(body)
  return (reply.body.kind === 'json' ? reply.body.value : undefined) as Message
}

const plain = { model: 'messages-model-1', max_tokens: 60, messages: [{ role: 'user', content: 'name a calm colour' }] }
const tool = (name: string) => ({ name, input_schema: { type: 'object', properties: { city: { type: 'string' } } } })

const bodies = fc.record({
  model: fc.constant('messages-model-1'),
  max_tokens: fc.integer({ min: 2, max: 90 }),
  messages: fc.array(
    fc.record({ role: fc.constantFrom('user', 'assistant'), content: fc.lorem({ mode: 'sentences' }) }),
    { minLength: 1, maxLength: 4 },
  ),
  stop_sequences: fc.array(fc.lorem({ maxCount: 1 }), { maxLength: 3 }),
  tools: fc.subarray([tool('weather'), tool('clock'), { type: 'bash_20241022', name: 'bash' }]),
  tool_choice: fc.record({ type: fc.constantFrom('auto', 'any'), disable_parallel_tool_use: fc.boolean() }),
  thinking: fc.constantFrom({ type: 'disabled' }, { type: 'enabled', budget_tokens: 1_024 }),
})

test('any JSON body gets a response', () => {
  fc.assert(fc.property(fc.jsonValue(), (body) => void expect(replyTo(body).status).toBe(200)))
})

test('members that shadow object prototype methods do not break a reply', () => {
  const shadow = { toString: 1, valueOf: 1 }
  expect(
    replyTo({ ...plain, max_tokens: shadow, temperature: shadow, tools: [shadow], tool_choice: shadow }).status,
  ).toBe(200)
})

test('values nested too deeply return 400', () => {
  const input = JSON.parse(`${'['.repeat(1e5)}${']'.repeat(1e5)}`)
  const block = { type: 'tool_use', id: 'toolu_1', name: 'clock', input }
  expect(replyTo({ ...plain, messages: [{ role: 'assistant', content: [block] }] }).status).toBe(400)
  const nested = { name: 'clock', input_schema: { properties: { at: { const: input } }, required: ['at'] } }
  expect(replyTo({ ...plain, tools: [nested] }).status).toBe(400)
})

test('the events of a stream add up to the complete message', () => {
  fc.assert(
    fc.property(bodies, (body) => {
      const { id: _, content, stop_reason, stop_sequence, usage } = messageTo(body)
      const reply = replyTo({ ...body, stream: true })
      const heard = assembled(reply)
      expect(heard).toEqual({ content: content.map(withoutId), stop_reason, stop_sequence, usage })
    }),
  )
})

test('a reply uses at least one token and stays within its limit', () => {
  fc.assert(
    fc.property(bodies, (body) => {
      const { usage, content } = messageTo(body)
      expect(usage.output_tokens).toBeGreaterThanOrEqual(1)
      expect(usage.output_tokens).toBeLessThanOrEqual(body.max_tokens)
      for (const block of content) if (block.type === 'text') expect(block.text).not.toBe('')
    }),
  )
})

test('a demanded tool is used unless the reply was cut, and only once without parallel use', () => {
  fc.assert(
    fc.property(bodies, ({ tool_choice, ...body }) => {
      const { content, stop_reason } = messageTo({ ...body, tool_choice })
      const uses = content.filter(({ type }) => type === 'tool_use').length
      expect(stop_reason === 'tool_use').toBe(
        uses > 0 && stop_reason !== 'max_tokens' && stop_reason !== 'stop_sequence',
      )
      if (tool_choice.disable_parallel_tool_use) expect(uses).toBeLessThanOrEqual(1)
      if (tool_choice.type === 'any' && body.tools.length > 0 && stop_reason === 'end_turn')
        expect.fail('no tool was used')
    }),
  )
})

test('the input of a tool is an object, whatever its schema', () => {
  const { content } = messageTo({
    ...plain,
    tools: [{ name: 'list', input_schema: { type: 'array', items: { type: 'string' } } }],
    tool_choice: { type: 'any' },
  })
  expect(content).toMatchObject([{ type: 'tool_use', input: {} }])
})

test.each([
  ['model', { model: 'é'.repeat(257) }],
  ['metadata.user_id', { metadata: { user_id: 'é'.repeat(257) } }],
  ['tools.0.name', { tools: [tool('é'.repeat(65))] }],
])('%s is limited in every script', (place, members) => {
  const reply = replyTo({ ...plain, ...members })
  expect(reply.status).toBe(400)
  expect(JSON.stringify(reply.body)).toContain(place)
})

test('two tools can be used in parallel', () => {
  const { content } = messageTo({ ...plain, tools: [tool('weather'), tool('clock')] })
  expect(content.map((block) => (block.type === 'tool_use' ? block.name : block.type))).toEqual([
    'text',
    'weather',
    'clock',
  ])
})

test('a tool named by tool_choice is used', () => {
  const tools = [tool('weather'), tool('clock')]
  const { content } = messageTo({ ...plain, tools, tool_choice: { type: 'tool', name: 'clock' } })
  expect(content).toMatchObject([{ type: 'tool_use', name: 'clock' }])
})

test.each(['output_config', 'output_format'])('%s returns JSON that matches its schema', (name) => {
  const schema = { type: 'object', properties: { colour: { const: 'teal' } }, required: ['colour'] }
  const format = { type: 'json_schema', schema }
  const { content } = messageTo({ ...plain, [name]: name === 'output_config' ? { format } : format })
  expect(content).toEqual([{ type: 'text', text: '{"colour":"teal"}' }])
})

test('a reply continues the last assistant turn', () => {
  const messages = [...plain.messages, { role: 'assistant', content: 'The colour is' }]
  expect(messageTo({ ...plain, messages }).content).toMatchObject([{ text: expect.stringMatching(/^ \w/) }])
})

test('reply ids are unique', () => {
  const ids = Array.from({ length: 50 }, (_, index) => [
    messageTo(plain).id,
    messageTo({ ...plain, system: `${index}` }).id,
  ])
  expect(new Set(ids.flat()).size).toBe(100)
})

test('blocks with cache_control are counted as written to the cache', () => {
  const content = [{ type: 'text', text: 'three whole words', cache_control: { type: 'ephemeral' } }]
  const { usage } = messageTo({ ...plain, messages: [{ role: 'user', content }] })
  expect(usage).toMatchObject({ cache_creation_input_tokens: 3, cache_read_input_tokens: 0 })
})

function withoutId<Block extends object>(block: Block): object {
  return { ...block, id: undefined }
}

/** Assembles a stream into a message as a client does (section 6). */
function assembled(reply: Reply): unknown {
  const payloads = reply.body.kind === 'events' ? reply.body.events.map(({ data }) => data as Payload) : []
  const blocks = payloads.flatMap(({ type, content_block }) => (type === 'content_block_start' ? [content_block] : []))
  const content = blocks.map((block, own) => {
    const deltas = payloads
      .filter(({ delta, index }) => delta?.type !== undefined && index === own)
      .map(({ delta }) => delta!)
    const said = deltas.map(({ text, partial_json }) => text ?? partial_json).join('')
    return { ...block, id: undefined, ...(block?.['type'] === 'text' ? { text: said } : { input: JSON.parse(said) }) }
  })
  return { content, ...payloads.find(({ type }) => type === 'message_delta')?.delta }
}

interface Payload {
  readonly type: string
  readonly index?: number
  readonly content_block?: Readonly<Record<string, unknown>>
  readonly delta?: { readonly type?: string; readonly text?: string; readonly partial_json?: string }
}
