import { expect, test } from 'vitest'
import { httpServer } from '../../../../tests/servers.ts'
import { whileProxying } from './while-proxying.fixture.ts'

/** Returns the results for these responses of a gateway to one client. */
async function failedOf(
  path: string,
  bodies: readonly object[],
  answers: readonly (readonly [status: number, body: object])[],
): Promise<{ readonly status: number; readonly failed: readonly string[]; readonly passed: readonly string[] }> {
  let next = 0
  const target = await httpServer((incoming, outgoing) => {
    incoming.resume()
    const [status, body] = answers[next] ?? [500, {}]
    next += 1
    outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  let result = { status: 0, failed: [] as string[], passed: [] as string[] }
  await whileProxying(
    ['--target', target.url, '--key', 'customer-key', '--quiet'],
    async (url) => {
      for (const body of bodies) {
        const headers = {
          'content-type': 'application/json',
          'x-api-key': 'customer-key',
          'provider-version': '2023-06-01',
        }
        const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
        await response.text()
      }
    },
    ({ status, report }) => {
      const ids = (...wanted: readonly string[]): string[] =>
        report.requirements.filter(({ verdict }) => wanted.includes(verdict)).map(({ id }) => id)
      result = { status, failed: ids('fail', 'warn'), passed: ids('pass') }
    },
  )
  await target.close()
  return result
}

const message = { model: 'messages-model-1', max_tokens: 64, messages: [{ role: 'user', content: 'Hello' }] }
const contents = { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] }
const generate = '/v1beta/models/content-model-1:generateContent?key=customer-key'

const messageError = (type: string) => ({ type: 'error', error: { type, message: 'Slow down.', code: 'slow_down' } })
const contentError = (code: number, status: string) => ({ error: { code, status, message: 'Slow down.', details: [] } })

test.each([
  ['a rate limit', 429, messageError('rate_limit_error'), undefined],
  ['a rate limit with an unlisted error type', 429, messageError('too_many_requests'), 'messages.error-word-of-429'],
])('messages: %s is judged as expected', async (_, status, body, failed) => {
  const found = await failedOf('/v1/messages', [message], [[status, body]])
  expect(found.failed).toEqual(failed === undefined ? [] : [failed])
  expect(found.status).toBe(failed === undefined ? 0 : 1)
})

test.each([
  ['an exhausted quota', 429, contentError(429, 'RESOURCE_EXHAUSTED'), []],
  ['an exhausted quota with a wrong status', 429, contentError(429, 'QUOTA'), ['content.error-429-word']],
  ['an unavailable service', 503, contentError(503, 'UNAVAILABLE'), []],
  ['an unavailable service with a wrong status', 503, contentError(503, 'INTERNAL'), ['content.error-503-word']],
])('content generation: an error for %s is judged as expected', async (_, status, body, failed) => {
  expect((await failedOf(generate, [contents], [[status, body]])).failed).toEqual(failed)
})

const reply = (candidate: object) => ({
  candidates: [
    { content: { role: 'model', parts: [{ text: 'Hello, world' }] }, finishReason: 'STOP', index: 0, ...candidate },
  ],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 3, totalTokenCount: 4 },
  modelVersion: 'content-model-1',
})
const citation = { startIndex: 0, endIndex: 5, uri: 'https://example.org/hello', license: '' }
const grounding = {
  groundingChunks: [{ web: { uri: 'https://example.org/hello', title: 'Hello' } }],
  groundingSupports: [
    {
      groundingChunkIndices: [0],
      confidenceScores: [0.9],
      segment: { partIndex: 0, startIndex: 0, endIndex: 5, text: 'Hello' },
    },
  ],
  webSearchQueries: ['hello'],
}

test.each([
  ['citations', { citationMetadata: { citationSources: [citation] } }, []],
  [
    'citations that end before they start',
    { citationMetadata: { citationSources: [{ ...citation, startIndex: 7 }] } },
    ['content.end-index-not-before-start'],
  ],
  ['grounding', { groundingMetadata: grounding }, []],
  [
    'grounding in percent',
    {
      groundingMetadata: {
        ...grounding,
        groundingSupports: [{ ...grounding.groundingSupports[0], confidenceScores: [90] }],
      },
    },
    ['content.grounding-scores'],
  ],
])('content generation: a reply with %s is judged as expected', async (_, candidate, failed) => {
  const found = await failedOf(generate, [contents], [[200, reply(candidate)]])
  expect(found.failed.filter((id) => !id.includes('usage'))).toEqual(failed)
})

test('messages: a tool loop is judged turn by turn', async () => {
  const tools = [{ name: 'get_weather', input_schema: { type: 'object', properties: {} } }]
  const turns: object[] = [{ role: 'user', content: 'What is the weather in Oslo?' }]
  const bodies: object[] = []
  const answers: (readonly [number, object])[] = []
  for (let turn = 0; turn < 12; turn += 1) {
    bodies.push({ ...message, tools, messages: [...turns] })
    // The ninth turn uses an undeclared tool.
    const use = { type: 'tool_use', id: `toolu_${turn}`, name: turn === 8 ? 'get_stocks' : 'get_weather', input: {} }
    const answer = { id: `msg_${turn}`, type: 'message', role: 'assistant', model: 'messages-model-1', content: [use] }
    const usage = { input_tokens: 9, output_tokens: 3, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
    answers.push([200, { ...answer, stop_reason: 'tool_use', stop_sequence: null, usage }])
    const result = { type: 'tool_result', tool_use_id: use.id, content: 'rain' }
    turns.push({ role: 'assistant', content: [use] }, { role: 'user', content: [result] })
  }
  const { failed, passed, status } = await failedOf('/v1/messages', bodies, answers)
  expect([status, failed]).toEqual([0, ['messages.tool-use-declared']])
  expect(passed).toContain('messages.reply-id-unique')
  expect(passed).not.toContain('messages.stream-order')
})
