import { expect, test } from 'vitest'
import { exchangeWith, jsonResponse, responseWith } from '../../../core/model/exchange.fixture.ts'
import type { Exchange } from '../../../core/model/exchange.ts'
import type { Endpoint } from '../../../core/model/vocabulary.ts'
import { catalogue } from '../../../specification/catalogue.ts'
import { observe } from '../read/observe.ts'
import { startTokenComparison } from './token-counts.ts'

const long = 'A word. '.repeat(250)
const question = { role: 'user', content: 'Name a color.' }
const call = { type: 'tool_use', id: 'a', name: 'get', input: {} }

function requestTo(operation: Endpoint, body: object): Exchange['request'] {
  const { write } = catalogue.operations.find(({ id }) => id === operation)!
  const path = operation.startsWith('content') ? { path: { model: 'content-model-1' } } : {}
  return write({ ...path, body })
}

function message(id: string, members: object, usage: object, status = 200): Exchange {
  const request = requestTo('messages.create', {
    model: 'messages-model-1',
    max_tokens: 9,
    messages: [question],
    ...members,
  })
  const reply = { id, type: 'message', role: 'assistant', content: [], stop_reason: 'end_turn', usage }
  return exchangeWith({ id, request, response: jsonResponse(reply, status) })
}

function content(id: string, members: object, usageMetadata: object): Exchange {
  const body = { contents: [{ parts: [{ text: 'Name a color.' }] }], ...members }
  const reply = { candidates: [{ content: { role: 'model', parts: [{ text: 'Red.' }] } }], usageMetadata }
  return exchangeWith({ id, request: requestTo('content.generate', body), response: jsonResponse(reply) })
}

function streamed(id: string, input: number): Exchange {
  const body = { model: 'messages-model-1', max_tokens: 9, messages: [question], stream: true }
  const events = [
    {
      type: 'message_start',
      message: { id, model: 'a', role: 'assistant', type: 'message', usage: { input_tokens: 1 } },
    },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { input_tokens: input, output_tokens: 2 } },
    { type: 'message_stop' },
  ]
  const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
  const response = responseWith(text, { headers: [['content-type', 'text/event-stream']] })
  return exchangeWith({ id, request: requestTo('messages.stream', body), response })
}

function compared(...exchanges: readonly Exchange[]) {
  const comparison = startTokenComparison()
  for (const exchange of exchanges) {
    const seen = observe(catalogue.operations, exchange)
    if (seen !== undefined) comparison.see(seen)
  }
  return comparison.conclude()
}

/** Returns each comparison as `kind agreeing/pairs first second`. */
function inShort(...exchanges: readonly Exchange[]): readonly string[] {
  return compared(...exchanges).flatMap(({ endpoint, comparisons }) =>
    comparisons.map(
      ({ compares, pairs, agreeing, example: { first, second } }) =>
        `${endpoint} ${compares} ${agreeing}/${pairs} ${first.input} ${second.input}`,
    ),
  )
}

const base = message('a', {}, { input_tokens: 5, output_tokens: 2 })

test('the same request twice agrees if both state the same input, whichever arrives first', () => {
  const again = message('b', {}, { input_tokens: 5, output_tokens: 9 })
  const other = message('c', {}, { input_tokens: 6 })
  expect(inShort(base, again)).toEqual(['messages.create repeated 1/1 5 5'])
  expect(inShort(again, other, base)).toEqual(['messages.create repeated 1/2 5 6'])
})

test('the tokens of a cache belong to the input', () => {
  const cached = message('b', {}, { input_tokens: 1, cache_read_input_tokens: 4, cache_creation_input_tokens: null })
  expect(inShort(base, cached)).toEqual(['messages.create repeated 1/1 5 5'])
})

test('a streamed reply is compared with the plain one, by its last counts', () => {
  expect(inShort(base, streamed('b', 5))).toEqual(['messages.stream streamed 1/1 5 5'])
  expect(inShort(base, streamed('b', 0))).toEqual(['messages.stream streamed 0/1 5 0'])
})

const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
const use = [question, { role: 'assistant', content: [call] }]
const result = (...texts: readonly string[]) => ({
  messages: [
    ...use,
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'a', content: texts.map((text) => ({ type: 'text', text })) }],
    },
  ],
})

test.each([
  ['system', base, { system: long }],
  ['history', base, { messages: [question, { role: 'assistant', content: long }, question] }],
  ['tool', base, { tools: [{ name: 'get', description: long, input_schema: { type: 'object' } }] }],
  ['tool result', message('a', result('Mild.'), { input_tokens: 5 }), result('Mild.', long)],
  ['picture', base, { messages: [{ ...question, content: [picture, { type: 'text', text: question.content }] }] }],
])('a %s that adds no tokens does not agree', (part, without, members) => {
  expect(inShort(without, message('b', members, { input_tokens: 5 }))).toEqual([`messages.create ${part} 0/1 5 5`])
  expect(inShort(without, message('b', members, { input_tokens: 6 }))).toEqual([`messages.create ${part} 1/1 5 6`])
})

const pdf = { inlineData: { mimeType: 'application/pdf', data: 'AAAA' } }
const png = { inlineData: { mimeType: 'image/png', data: 'AAAA' } }
const asked = (...parts: readonly object[]) => ({ contents: [{ parts: [...parts, { text: 'Name a color.' }] }] })

test('counts of content generation are compared in the same way', () => {
  const plain = content('a', {}, { promptTokenCount: 5 })
  const document = content('b', asked(pdf), { promptTokenCount: 5 })
  const system = content('c', { systemInstruction: { parts: [{ text: long }] } }, { promptTokenCount: 500 })
  expect(inShort(plain, document, system)).toEqual([
    'content.generate system 1/1 5 500',
    'content.generate document 0/1 5 5',
  ])
})

test('replies with 0 input tokens, and modalities without a picture that was sent, are counted', () => {
  const details = (...all: readonly string[]) => all.map((modality) => ({ modality, tokenCount: 1 }))
  const unlisted = content('a', asked(png), { promptTokenCount: 0, promptTokensDetails: details('TEXT') })
  const listed = content('b', asked(png, png), { promptTokenCount: 9, promptTokensDetails: details('TEXT', 'IMAGE') })
  const silent = content('c', asked(png, pdf), { promptTokenCount: 9 })
  expect(compared(unlisted, listed, silent)).toMatchObject([
    { endpoint: 'content.generate', replies: 3, zeroInputs: 1, pictures: { replies: 2, unlisted: 1 } },
  ])
})

test('replies without counts, and rejections, are not compared', () => {
  expect(compared(message('a', {}, {}), message('b', {}, { input_tokens: '5' }), message('c', {}, {}, 400))).toEqual([])
})
