import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { rootNode, type SchemaNode, schemaNames, validate } from '../index.ts'

const names = schemaNames().filter((name) => name.startsWith('messages/'))
const roots = ['messages/request', 'messages/reply', 'messages/event', 'messages/error'] as const
const header = { 'provider-version': '2023-06-01' }
const plain = { model: 'messages-model-1', max_tokens: 64, messages: [{ role: 'user', content: 'Name a color.' }] }

test.each(roots)('the examples of %s are valid without unspecified features', (name) => {
  const examples = examplesOf(rootNode(name))
  expect(examples.length).toBeGreaterThan(1)
  for (const example of examples) expect(validate(name, example)).toMatchObject({ violations: [], open: [] })
})

test.each(names)('every example in %s is valid without unspecified features', (name) => {
  for (const example of examplesOf(rootNode(name)))
    expect(validate(name, example)).toMatchObject({ violations: [], open: [] })
})

test.each(roots)('%s validates any value without throwing', (name) => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => validate(name, value).violations.length >= 0))
})

test('any value of a request member is validated, and every violation names a requirement', () => {
  const anything = fc.record({ member: fc.constantFrom(...members), value: fc.jsonValue({ maxDepth: 4 }) })
  fc.assert(
    fc.property(anything, ({ member, value }) => {
      for (const violation of said({ ...plain, [member]: value }).violations)
        expect(violation.requirement).toBeDefined()
    }),
    { numRuns: 500 },
  )
})

test.each<[string, object, string]>([
  ['max_tokens 0', { max_tokens: 0 }, 'messages.max-tokens-below-rejected'],
  ['temperature 1.1', { temperature: 1.1 }, 'messages.temperature-beyond-rejected'],
  ['top_p 1.1', { top_p: 1.1 }, 'messages.top-p-beyond-rejected'],
  ['top_k -1', { top_k: -1 }, 'messages.top-k-below-rejected'],
  [
    'an unknown choice',
    { tools: [weather()], tool_choice: { type: 'no-such-value' } },
    'messages.tool-choice-kind-rejected',
  ],
  ['a tool name of 65', { tools: [weather('a'.repeat(65))] }, 'messages.tool-name-too-long-rejected'],
  ['a tool name of 0', { tools: [weather('')] }, 'messages.tool-name-empty-rejected'],
  ['system as a role', { messages: [{ role: 'system', content: 'a' }] }, 'messages.role-system-rejected'],
  ['an unknown block', inContent({ type: 'no-such-value' }), 'messages.block-kind-rejected'],
  ['an empty text', inContent({ type: 'text', text: '' }), 'messages.text-empty-rejected'],
  ['a budget of 1023', thinking(1200, 1023), 'messages.thinking-budget-below-rejected'],
  ['a budget as large as max_tokens', thinking(1200, 1200), 'messages.thinking-budget-over-rejected'],
  ['a number for a list', { messages: 7 }, 'messages.messages-type-rejected'],
  ['an object for text', { system: {} }, 'messages.system-type-rejected'],
])('%s violates one requirement and has no unspecified features', (_, more, requirement) => {
  const { violations, open } = said({ ...plain, ...more })
  expect(new Set(violations.map((violation) => violation.requirement))).toEqual(new Set([requirement]))
  expect(open).toEqual([])
})

test.each<[string, object]>([
  ['max_tokens 1', { max_tokens: 1 }],
  ['max_tokens as text', { max_tokens: '64' }],
  ['temperature 0', { temperature: 0 }],
  ['temperature 1', { temperature: 1 }],
  ['top_k 0', { top_k: 0 }],
  ['a budget of 1024', thinking(1200, 1024)],
  ['temperature beside top_p', { temperature: 0.5, top_p: 0.5 }],
  ['thinking beside temperature', { ...thinking(1200, 1025), temperature: 0.5 }],
  ['no messages', { messages: [] }],
  ['a first message of the assistant', { messages: [{ role: 'assistant', content: 'a' }] }],
  ['a prefill that ends in whitespace', turns('Red. ')],
  ['a choice without tools', { tool_choice: { type: 'auto' } }],
  ['the tool choice none', { tools: [weather()], tool_choice: { type: 'none' } }],
  ['an image URL', inContent({ type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } })],
  ['a thinking block', inContent({ type: 'thinking', thinking: 'a' })],
  ['a document', inContent({ type: 'document', source: {} })],
  ['a tool result without its tool use', inContent({ type: 'tool_result', tool_use_id: 'a', content: 'b' })],
  ['another model', { model: 'no-such-model' }],
  ['five cache marks', inContent(...Array.from({ length: 5 }, () => marked()))],
  ["another dialect's tool", { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }],
])('%s is neither valid nor invalid', (_, more) => {
  const { violations, open } = said({ ...plain, ...more })
  expect(violations).toEqual([])
  expect(open).not.toEqual([])
})

test('the images in the examples have their declared format', async () => {
  const examples = examplesOf(rootNode('messages/image-source')) as { media_type: string; data: string }[]
  const seen = await Promise.all(examples.map(({ data }) => formatAndWidth(Buffer.from(data, 'base64'))))
  expect(seen).toEqual(examples.map(({ media_type }) => `${media_type} 64`))
})

/**
 * Returns the format and width of an image. Reads GIF itself, because the reference server disables that decoder for
 * the whole process.
 */
async function formatAndWidth(bytes: Buffer): Promise<string> {
  if (bytes.toString('latin1', 0, 6) === 'GIF89a') return `image/gif ${bytes.readUInt16LE(6)}`
  const { format, width } = await sharp(bytes).metadata()
  return `image/${format} ${width}`
}

const members = ['model', 'max_tokens', 'messages', 'system', 'metadata', 'stop_sequences', 'stream', 'temperature']
members.push('top_k', 'top_p', 'thinking', 'tool_choice', 'tools')

function said(body: unknown) {
  return validate('messages/request', { header, body })
}

function weather(name = 'get_weather') {
  return { name, input_schema: { type: 'object' } }
}

function thinking(max_tokens: number, budget_tokens: number) {
  return { max_tokens, thinking: { type: 'enabled', budget_tokens } }
}

function inContent(...content: readonly object[]) {
  return { messages: [{ role: 'user', content }] }
}

function marked() {
  return { type: 'text', text: 'apple', cache_control: { type: 'ephemeral' } }
}

function turns(content: string) {
  return { messages: [...plain.messages, { role: 'assistant', content }] }
}

function examplesOf({ schema }: SchemaNode): readonly unknown[] {
  return (schema['examples'] ?? []) as readonly unknown[]
}
