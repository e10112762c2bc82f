import { expect, test } from 'vitest'
import type { RequestValue } from '../../core/model/operation.ts'
import type { Endpoint } from '../../core/model/vocabulary.ts'
import { catalogue } from '../../specification/catalogue.ts'
import { documentLanguage } from '../plan/schema/language.ts'
import { type Minimisable, minimise, type TrialOutcome } from './minimise.ts'

/** Minimises a request that fails whenever `fails` returns true, and records the requests on the way. */
async function shrunk(
  id: Endpoint,
  body: object,
  fails: (body: Readonly<Record<string, unknown>>) => boolean,
  more: Partial<Minimisable> = {},
) {
  const operation = catalogue.operations.find((one) => one.id === id)!
  const plain = catalogue.templates.find((template) => template.operation === id)!.value
  const sent: RequestValue[] = []
  const shows = async (value: RequestValue): Promise<TrialOutcome> => {
    sent.push(value)
    return fails(value.body as Readonly<Record<string, unknown>>) ? 'holds' : 'gone'
  }
  const value = { ...plain, body: { ...(plain.body as object), ...body } }
  const failing = { operation, kind: 'valid', value, base: plain, ...more } as const
  const smallest = await minimise(documentLanguage, failing, shows)
  return { smallest, sent, plain, value }
}

const user = (content: unknown) => ({ role: 'user', content })
const assistant = (content: unknown) => ({ role: 'assistant', content })
const turnsOf = ({ body }: RequestValue) => (body as { messages: readonly { content: unknown }[] }).messages
const everything = {
  temperature: 0.5,
  top_p: 0.5,
  top_k: 5,
  system: 'Be brief.',
  stop_sequences: ['zebra', 'walrus'],
  metadata: { user_id: 'a' },
}

test('the members shared with similar failing requests are tried second and reduced further', async () => {
  const { plain, value } = await shrunk('messages.create', everything, () => false)
  const both = { system: 'Other words.', top_k: 9 }
  const alike = [{ ...plain, body: { ...(plain.body as object), ...both, temperature: 1 } }]
  const needed = (body: object) => 'system' in body && 'top_k' in body
  const { smallest, sent } = await shrunk('messages.create', everything, needed, { alike, known: [plain] })
  expect(Object.keys(sent[0]?.body as object).sort()).toEqual(
    [...Object.keys(plain.body as object), 'system', 'temperature', 'top_k'].sort(),
  )
  expect(Object.keys(smallest.body as object).sort()).toEqual(
    [...Object.keys(plain.body as object), 'system', 'top_k'].sort(),
  )
  expect(sent.length).toBeLessThan((await shrunk('messages.create', everything, needed)).sent.length)
  expect(value.body).toMatchObject(everything)
})

test('a request that is known not to fail is not sent', async () => {
  const { sent, plain } = await shrunk('messages.create', everything, () => false)
  expect(sent).toContainEqual(plain)
  const again = await shrunk('messages.create', everything, () => false, { known: [plain] })
  expect(again.sent).not.toContainEqual(plain)
})

test('only plain turns are left if only their number matters', async () => {
  const messages = Array.from({ length: 12 }, (_, at) =>
    at % 2 === 0 ? user(`What is ${at}? `.repeat(4)) : assistant('Red 🎨. '.repeat(4)),
  )
  const { smallest, sent, plain } = await shrunk('messages.create', { messages }, ({ messages: all }) => {
    return (all as readonly unknown[]).length >= 7
  })
  expect(turnsOf(smallest)).toEqual(Array.from({ length: 7 }, () => turnsOf(plain)[0]))
  expect(sent.length).toBeLessThan(20)
})

test('the turns around a failing turn are removed', async () => {
  const messages = Array.from({ length: 9 }, (_, at) => (at % 2 === 0 ? user(`What is ${at}?`) : assistant('Red.')))
  const { smallest } = await shrunk('messages.create', { messages: messages.with(4, user('{"a": 1}')) }, (body) =>
    (body['messages'] as { content: string }[]).some(({ content }) => content.startsWith('{')),
  )
  expect(turnsOf(smallest)).toEqual([user('{')])
})

test.each([
  ['🎨', 'Name a color 🎨, please'],
  ['é', 'e\u0301 a\u0308 combining marks'.replace('e\u0301', 'é')],
  ['א', 'Hebrew: אמור צבע אחד, and more'],
  ['\u2028', 'separators \u2028 and \u2029 end', 'e\u2028'],
])('a text is reduced to the character that matters (%#)', async (needed, content, left = needed) => {
  const { smallest, sent } = await shrunk('messages.create', { messages: [user(content)] }, (body) =>
    JSON.stringify(body).includes(needed),
  )
  expect(turnsOf(smallest)).toEqual([user(left)])
  expect(sent.length).toBeLessThan(12)
})

test('plain parts beside a failing part are removed', async () => {
  const parts = ['Name a color.', 'Name 🎨.', 'Name a color of the rainbow.'].map((text) => ({ type: 'text', text }))
  const { smallest } = await shrunk('messages.create', { messages: [user(parts)] }, (body) =>
    JSON.stringify(body).includes('🎨'),
  )
  expect(turnsOf(smallest)).toEqual([user('🎨')])
})

test('a part among many is found in fewer requests than there are parts', async () => {
  const parts = Array.from({ length: 40 }, (_, index) => ({ type: 'text', text: `Part ${index}.` }))
  const isThere = (body: object) => JSON.stringify(body).includes('Part 17.')
  const { smallest, sent } = await shrunk('messages.create', { messages: [user(parts)] }, isThere)
  expect(turnsOf(smallest)).toEqual([user('Part 17.')])
  expect(sent.length).toBeLessThan(parts.length)
})

test('the conversation of the plain request is kept', async () => {
  const { smallest, sent } = await shrunk('messages.create', everything, (body) => 'temperature' in body)
  expect(turnsOf(smallest)).toHaveLength(1)
  expect(sent.filter((value) => turnsOf(value).length === 0)).toEqual([])
})

test('an unspecified feature is kept only if it is needed', async () => {
  const odd = { ...everything, tools: [{ type: 'bash_20241022', name: 'bash' }], tool_choice: { type: 'none' } }
  const kind = 'unspecified' as const
  const without = await shrunk('messages.create', odd, (body) => 'temperature' in body, { kind })
  expect(without.smallest.body).not.toHaveProperty('tool_choice')
  const withIt = await shrunk('messages.create', odd, (body) => 'tool_choice' in body, { kind })
  expect(withIt.smallest.body).toHaveProperty('tool_choice')
  expect(withIt.smallest.body).not.toHaveProperty('temperature')
})

test('the number of images is reduced first', async () => {
  const { sent } = await shrunk('images.generate', { n: 4, user: 'a', size: '1024x1024' }, (body) => 'user' in body)
  const asked = sent.map(({ body }) => (body as { n?: number }).n ?? 1)
  expect(asked.slice(1)).not.toContain(4)
})

test('function calls are removed together with their results', async () => {
  const parts = <T>(make: (city: string) => T): readonly T[] => ['Oslo', 'Rome', 'Cairo'].map(make)
  const call = (city: string) => ({ functionCall: { name: 'get_weather', args: { city } } })
  const result = (city: string) => ({ functionResponse: { name: 'get_weather', response: { city } } })
  const body = {
    tools: [{ functionDeclarations: [{ name: 'get_weather' }] }],
    contents: [
      { role: 'user', parts: [{ text: 'How is the weather?' }] },
      { role: 'model', parts: parts(call) },
      { role: 'tool', parts: parts(result) },
    ],
  }
  const hasTool = ({ contents }: Readonly<Record<string, unknown>>) =>
    (contents as readonly { readonly role?: string }[]).some(({ role }) => role === 'tool')
  const { smallest } = await shrunk('content.generate', body, hasTool)
  const { contents } = smallest.body as { contents: readonly { parts: readonly unknown[] }[] }
  expect(contents.map(({ parts: own }) => own.length)).toEqual([1, 1, 1])
})

test('a schema for the output is removed together with its mime type, in either spelling', async () => {
  const config = {
    thinkingConfig: { includeThoughts: false },
    responseMimeType: 'text/x.enum',
    response_schema: { type: 'STRING', enum: ['candle'] },
  }
  const rejectsThoughts = ({ generationConfig }: Readonly<Record<string, unknown>>) =>
    'thinkingConfig' in ((generationConfig ?? {}) as object)
  const { smallest, plain } = await shrunk('content.generate', { generationConfig: config }, rejectsThoughts)
  const generationConfig = { thinkingConfig: { includeThoughts: false } }
  expect(smallest.body).toEqual({ ...(plain.body as object), generationConfig })
})
