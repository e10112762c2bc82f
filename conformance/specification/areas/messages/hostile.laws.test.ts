import fc from 'fast-check'
import { expect, test } from 'vitest'
import { observe } from '../../../engine/judge/index.ts'
import { type Answer, answered, exchangeOf, findingsOn, json, stream } from './exchange.fixture.ts'
import suite from './index.ts'
import { createMessage } from './operations.ts'
import { asks, messageTurn, streamed } from './request-values.ts'

const plain = asks([messageTurn('user', 'Name a color.')], {
  tools: [{ name: 'get_weather', input_schema: { type: 'object' } }],
  tool_choice: { type: 'any', disable_parallel_tool_use: true },
})
const statuses = fc.constantFrom(200, 201, 204, 301, 400, 401, 404, 422, 429, 500, 503, 529)
const types = fc.option(fc.constantFrom('application/json', 'text/event-stream', 'text/html', '', ';'), {
  nil: undefined,
})
const values = fc.jsonValue({ maxDepth: 4 })

const types6 = ['message_start', 'content_block_start', 'content_block_delta', 'content_block_stop', 'message_delta']
const payloads = fc.oneof(
  values,
  fc.constant('[DONE]'),
  fc.dictionary(fc.constantFrom('index', 'delta', 'content_block', 'message', 'usage', 'error', 'type'), values),
  fc
    .tuple(
      fc.constantFrom(...types6, 'message_stop', 'error', 'ping'),
      fc.dictionary(fc.constantFrom('index', 'delta', 'content_block', 'message', 'usage', 'error'), values),
    )
    .map(([type, rest]) => ({ ...rest, type })),
)

const answers: fc.Arbitrary<Answer> = fc.oneof(
  fc.record({ status: statuses, type: types, bytes: fc.uint8Array({ maxLength: 200 }) }).map(declared),
  fc.tuple(values, statuses).map(([value, status]) => json(value, status)),
  fc.array(payloads, { maxLength: 12 }).map(stream),
)

test('any response to any request is judged without throwing', () => {
  const requests = fc.oneof(
    fc.constant(createMessage.write(plain)),
    fc.constant(createMessage.write(streamed(plain))),
    values.map((body) => createMessage.write({ header: {}, body })),
    fc.uint8Array().map((body) => ({ ...createMessage.write(plain), body })),
  )
  fc.assert(
    fc.property(requests, answers, fc.array(fc.nat(999), { maxLength: 4 }), (request, answer, cuts) => {
      for (const { message } of findingsOn(answered(request, answer, cuts))) expect(message).not.toBe('')
    }),
    { numRuns: 1000 },
  )
})

test('deeply nested values are judged without throwing', () => {
  const deep = `${'['.repeat(3000)}${']'.repeat(3000)}`
  for (const value of [plain, streamed(plain)]) {
    const told = `{"type":"tool_use","id":"a","name":"get_weather","input":{"a":${deep}}}`
    const bytes = new TextEncoder().encode(`{"type":"message","content":[${told}],"stop_sequence":${deep}}`)
    findingsOn(exchangeOf(value, { status: 200, type: 'application/json', bytes }))
    const event = `data: {"type":"message_delta","delta":{"stop_reason":${deep},"usage":${deep}}}\n\n`
    const events = new TextEncoder().encode(event)
    findingsOn(exchangeOf(value, { status: 200, type: 'text/event-stream', bytes: events }))
  }
})

test('the facts kept of a large exchange are small', () => {
  const long = 'nonce-0123456789abcdef '.repeat(5000)
  const reply = { id: long, type: 'message', content: [{ type: 'text', text: long }] }
  const seen = observe(suite.operations, exchangeOf(asks([messageTurn('user', long)]), json(reply)))
  const transcripts = suite.requirements.filter((one) => one.kind === 'transcript')
  expect(transcripts.length).toBeGreaterThan(0)
  for (const one of transcripts) expect(JSON.stringify(seen && one.collect(seen))?.length ?? 0).toBeLessThan(2000)
})

function declared({ type, ...rest }: { status: number; type: string | undefined; bytes: Uint8Array }): Answer {
  return { ...rest, ...(type === undefined ? {} : { type }) }
}
