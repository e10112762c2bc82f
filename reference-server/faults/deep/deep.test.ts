import { expect, test } from 'vitest'
import type { IncomingRequest } from '../../incoming-request.ts'
import { deepFaults, faults } from '../index.ts'
import { deepened } from './deep-fault.ts'
import * as when from './when.ts'

function asked(body: unknown, more: Partial<IncomingRequest> = {}): IncomingRequest {
  return { endpoint: 'messages.create', value: { body }, ordinal: 1, ...more } as unknown as IncomingRequest
}

const plain = [
  asked({ model: 'messages-model-1', max_tokens: 64, messages: [{ role: 'user', content: 'Name a colour.' }] }),
  asked({ contents: [{ parts: [{ text: 'Name a colour.' }] }] }),
  asked({ prompt: 'A red circle.' }),
]

test('there are sixty and more, each like a fault that breaks the same requirements, on one operation', () => {
  expect(deepFaults.size).toBeGreaterThanOrEqual(60)
  for (const { on, breaks } of deepFaults.values()) expect([on?.length, breaks.length > 0]).toEqual([1, true])
  expect([...deepFaults.keys()].filter((id) => faults.has(id))).toEqual([])
})

test('no condition that is written here holds for a plain request', () => {
  const conditions = [
    when.has('system', 'seed'),
    when.turns(2),
    when.tools(1),
    when.choice('any'),
    when.after(1),
    when.turnWith(when.part('image')),
    when.schemaWith(() => true),
    ...[when.astral, when.combining, when.rightToLeft, when.eventLike, when.jsonLike].map(when.text),
    ...[when.lineSeparator, when.longWord, when.onlyPunctuation].map(when.text),
  ]
  expect(plain.flatMap((request) => conditions.map((holds) => holds(request)))).not.toContain(true)
})

const turn = (content: unknown): unknown => ({ messages: [{ role: 'user', content }] })

test.each<[string, when.Condition, unknown]>([
  ['a member at the top', when.has('system'), { system: 'Be brief.' }],
  ['a member of the generation config', when.has('seed'), { generationConfig: { seed: 1 } }],
  ['a number in a range', when.having('n', when.from(2, 3)), { n: '3' }],
  ['a list of some length', when.having('stop_sequences', when.atLeast(2)), { stop_sequences: ['a', 'b'] }],
  ['turns', when.turns(2), { contents: [{ parts: [] }, { parts: [] }] }],
  ['two images in one turn', when.turnWith(when.part('image'), 2), turn([{ type: 'image' }, { type: 'image' }])],
  ['a function in a tool', when.tools(2), { tools: [{ functionDeclarations: [{ name: 'a' }, { name: 'b' }] }] }],
  ['a tool choice', when.choice('any'), { tool_choice: { type: 'any' } }],
  ['a calling mode', when.choice('ANY'), { toolConfig: { functionCallingConfig: { mode: 'ANY' } } }],
  [
    'a schema inside a tool',
    when.schemaWith(({ enum: listed }) => Array.isArray(listed)),
    { tools: [{ input_schema: { properties: { a: { enum: ['x'] } } } }] },
  ],
  ['an emoji in a block', when.text(when.astral), turn([{ type: 'text', text: 'Hi 🙂' }])],
  ['an accent of its own', when.text(when.combining), turn('e\u0301')],
  ['Hebrew', when.text(when.rightToLeft), { prompt: 'שלום' }],
  ['what looks like an event', when.text(when.eventLike), turn('a\ndata: [DONE]')],
  ['what looks like JSON', when.text(when.jsonLike), turn(' {"a":1}')],
  ['a line separator', when.text(when.lineSeparator), turn('a\u2028b')],
  ['a long word', when.text(when.longWord), { prompt: 'a'.repeat(60) }],
  ['punctuation alone', when.text(when.onlyPunctuation), turn('?!…')],
])('a condition holds for %s', (_, holds, body) => {
  expect(holds(asked(body))).toBe(true)
})

test.each<[string, when.Condition, object]>([
  ['letters that are escaped', when.written(when.escapedLetter), { json: '{"a":"\\u0041"}' }],
  ['a query that is percent-encoded', when.queried(/%/), { query: '%61lt=sse' }],
  ['a header name in capitals', when.headed(/^X-API-KEY:/), { headers: [['X-API-KEY', 'test-key']] }],
])('a condition holds for %s', (_, holds, spelled) => {
  const usual = { json: '{"a":"A"}', query: 'alt=sse', headers: [['x-api-key', 'test-key']] } as const
  expect(holds(asked({}, { spelling: usual }))).toBe(false)
  expect(holds(asked({}, { spelling: { ...usual, ...spelled } }))).toBe(true)
})

test('a fault made deep leaves every other request alone', () => {
  const deep = deepened(
    { id: 'deep:x', like: 'messages-null-text', on: 'messages.create', when: when.has('system') },
    faults,
  )
  const reply = { status: 200, headers: {}, body: { kind: 'json', value: { content: [{ type: 'text', text: 'a' }] } } }
  const [request = asked({})] = plain
  expect(deep.alter?.(reply as never, request)).toBe(reply)
  expect(deep.alter?.(reply as never, asked({ system: 'Be brief.' }))).toMatchObject({
    body: { value: { content: [{ text: null }] } },
  })
})

test('what is like no fault is an error', () => {
  const none = { id: 'deep:x', like: 'no-such-fault', on: 'messages.create', when: when.turns(1) } as const
  expect(() => deepened(none, faults)).toThrow('deep:x is like no-such-fault, which is no fault')
})
