import { expect, test } from 'vitest'
import { badTargets } from './bad-targets.ts'
import { untilTestEnds } from './serve.ts'

/**
 * A response: the status (0 if there was none, or it broke off), the content type, and the body as far as it was
 * received.
 */
interface Got {
  readonly status: number
  readonly type: string
  readonly text: string
  readonly isWhole: boolean
}

const valid = { model: 'messages-model-1', max_tokens: 64, messages: [{ role: 'user', content: 'Hi.' }] }
const contents = { contents: [{ parts: [{ text: 'Hi.' }] }] }
const keys = { authorization: 'Bearer test-key', 'x-api-key': 'test-key', 'provider-version': '2023-06-01' }
const generate = '/v1beta/models/content-model-1:generateContent?key=test-key'
const stream = '/v1beta/models/content-model-1:streamGenerateContent?alt=sse&key=test-key'

/** A request that reveals the defect of a target. */
interface Shows {
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly got: Partial<Got>
  /** True if the response does not end. */
  readonly hangs?: true
  /** Matches the body, in addition to the members that must be equal. */
  readonly says?: RegExp
}

const shows: Readonly<Record<string, readonly Shows[]>> = {
  'no-authentication': [
    { path: '/v1/messages', body: valid, headers: { 'provider-version': 'x' }, got: { status: 200 } },
    { path: '/api/usage/token', headers: {}, got: { status: 200 }, says: /token_usage/ },
    { path: generate.replace('test-key', 'wrong'), body: contents, headers: {}, got: { status: 200 } },
  ],
  'openai-errors': [{ path: generate, body: {}, got: { status: 400 }, says: /"param":null,"code":null/ }],
  'openai-chat-on-generate': [{ path: generate, body: contents, got: { status: 200 }, says: /chat\.completion/ }],
  'html-for-unknown': [
    { path: '/api/usage/token', got: { status: 200, type: 'text/html' } },
    { path: '/v1/messages', body: valid, got: { status: 200, type: 'application/json' } },
  ],
  'redirects-messages': [{ path: '/v1/messages', body: {}, got: { status: 307 } }],
  'edits-and-variations-absent': [{ path: '/v1/images/edits', body: {}, got: { status: 404 } }],
  'validates-nothing': [
    { path: '/v1/messages', body: 7, got: { status: 200 }, says: /"type":"message"/ },
    {
      path: '/v1/messages',
      body: { ...valid, max_tokens: 0, stream: true },
      got: { status: 200 },
      says: /message_stop/,
    },
    { path: generate, body: {}, got: { status: 200 }, says: /candidates/ },
    { path: stream, body: {}, got: { status: 200 }, says: /^data: / },
    { path: '/v1/images/generations', body: {}, got: { status: 200 }, says: /"data"/ },
    { path: '/v1/images/edits', body: {}, got: { status: 200 }, says: /"data"/ },
    { path: '/v1/images/variations', body: {}, got: { status: 200 }, says: /"data"/ },
  ],
  'rejects-with-404': [{ path: generate, body: {}, got: { status: 404 }, says: /"code":404.*"NOT_FOUND"/ }],
  'rejects-with-405': [{ path: '/v1/messages', body: {}, got: { status: 405 }, says: /invalid_request_error/ }],
  'rejects-with-413': [{ path: generate, body: {}, got: { status: 413 }, says: /"code":413.*"PAYLOAD_TOO_LARGE"/ }],
  'rejects-with-422': [{ path: '/v1/messages', body: {}, got: { status: 422 }, says: /"detail":\[/ }],
  'rejects-with-500': [{ path: '/v1/messages', body: {}, got: { status: 500 }, says: /server_error/ }],
  'hangs-on-malformed-json': [
    { path: '/v1/messages', body: '{"model":', got: { status: 0 } },
    { path: '/v1/messages', body: valid, got: { status: 200 } },
  ],
  'stream-errors-in-200': [
    {
      path: '/v1/messages',
      body: { ...valid, max_tokens: 0, stream: true },
      got: { status: 200 },
      says: /^event: error/,
    },
    { path: stream, body: {}, got: { status: 200 }, says: /^data: \{"error"/ },
    { path: generate, body: {}, got: { status: 400 } },
  ],
  'streams-cut': [
    { path: '/v1/messages', body: { ...valid, stream: true }, got: { isWhole: false }, says: /^event: message_start/ },
    { path: stream, body: contents, got: { isWhole: false } },
    { path: '/v1/messages', body: valid, got: { isWhole: true, status: 200 } },
  ],
  'streams-without-stop': [
    {
      path: '/v1/messages',
      body: { ...valid, stream: true },
      got: { isWhole: true },
      says: /^(?![\s\S]*message_stop)[\s\S]*message_delta/,
    },
  ],
  'streams-as-json': [
    {
      path: '/v1/messages',
      body: { ...valid, stream: true },
      got: { type: 'application/json' },
      says: /"type":"message"/,
    },
    { path: stream, body: contents, got: { type: 'application/json' }, says: /candidates/ },
  ],
  'query-key-rejected': [
    { path: generate, body: contents, headers: {}, got: { status: 401 }, says: /UNAUTHENTICATED/ },
    { path: generate, body: contents, got: { status: 200 } },
  ],
  'wants-image-model': [
    { path: '/v1/images/generations', body: { prompt: 'a boat' }, got: { status: 400 } },
    { path: '/v1/images/generations', body: { prompt: 'a boat', model: 'image-model-1' }, got: { status: 200 } },
  ],
  'unknown-model-503': [
    { path: '/v1/messages', body: { ...valid, model: 'nobody-knows' }, got: { status: 503 } },
    {
      path: generate.replace('content-model-1', 'nobody-knows'),
      body: contents,
      got: { status: 503 },
      says: /UNAVAILABLE/,
    },
  ],
  'outage-after-unknown-model': [
    { path: '/v1/messages', body: { ...valid, model: 'nobody-knows' }, got: { status: 503 } },
    ...Array.from({ length: 4 }, () => ({ path: generate, body: contents, got: { status: 503 } })),
    { path: generate, body: contents, got: { status: 200 } },
  ],
  'thinking-limited': [
    { path: '/v1/messages', body: { ...valid, thinking: {} }, got: { status: 429 } },
    { path: '/v1/messages', body: valid, got: { status: 200 } },
  ],
  'streams-left-open': [
    {
      path: '/v1/messages',
      body: { ...valid, stream: true },
      hangs: true,
      got: { isWhole: false },
      says: /message_stop/,
    },
  ],
  'streams-unended': [
    {
      path: '/v1/messages',
      body: { ...valid, stream: true },
      hangs: true,
      got: { isWhole: false },
      says: /^event: message_start\ndata: .*\n\n$/,
    },
  ],
  'streams-endless': [
    {
      path: '/v1/messages',
      body: { ...valid, stream: true },
      hangs: true,
      got: { isWhole: false },
      says: /(^event: message_start\ndata: .*\n\n){3}/m,
    },
  ],
  'system-role-422': [
    { path: generate, body: { ...contents, systemInstruction: { role: 'system', parts: [] } }, got: { status: 422 } },
    { path: generate, body: { ...contents, systemInstruction: { parts: [{ text: 'a' }] } }, got: { status: 200 } },
  ],
  'role-wanted-500': [
    { path: generate, body: contents, got: { status: 500 } },
    { path: generate, body: { contents: [{ ...contents.contents[0], role: 'user' }] }, got: { status: 200 } },
  ],
  'contents-only-as-list': [
    { path: generate, body: contents, got: { status: 200 } },
    { path: stream, body: { contents: contents.contents[0] }, got: { status: 400 } },
  ],
  'image-model-wanted-500': [
    { path: '/v1/images/generations', body: { prompt: 'a boat' }, got: { status: 500 } },
    { path: '/v1/images/generations', body: { prompt: 'a boat', model: 'image-model-1' }, got: { status: 200 } },
  ],
  'no-finish-reason': [
    { path: generate, body: contents, got: { status: 200 }, says: /^(?!.*finishReason)\{.*candidates.*\}$/ },
    { path: stream, body: contents, got: { status: 200 }, says: /^(?![\s\S]*finishReason)[\s\S]*candidates/ },
  ],
  'rejects-with-402': [{ path: generate, body: {}, got: { status: 402 } }],
  'rejects-with-408': [{ path: '/v1/messages', body: {}, got: { status: 408 } }],
  'no-key-302': [{ path: '/v1/messages', body: valid, headers: {}, got: { status: 302 } }],
  'no-key-500': [
    { path: '/v1/messages', body: valid, headers: {}, got: { status: 500 } },
    { path: '/api/usage/token', headers: {}, got: { status: 500 } },
    { path: generate, body: contents, headers: {}, got: { status: 200 } },
  ],
}

test('each bad target has its own id, and something to show', () => {
  expect(badTargets.map(({ id }) => id).sort()).toEqual(Object.keys(shows).sort())
})

test.each(badTargets.map((target) => [target.id, target] as const))('%s shows what it does', async (id, { start }) => {
  const { url } = await untilTestEnds(start())
  for (const { got: wanted, ...request } of shows[id] ?? []) {
    const { says = /^/ } = request
    const got = await ask(url, request)
    expect({ ...got, text: '' }, `${request.path}: ${got.text}`).toMatchObject(wanted)
    expect(got.text).toMatch(says)
  }
})

/** The time in milliseconds after which a response counts as hanging, once it has come as far as it should. */
const silence = 300

async function ask(url: string, { path, body, headers = keys, hangs, says }: Omit<Shows, 'got'>): Promise<Got> {
  const sent = { 'content-type': 'application/json', ...headers }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const options = body === undefined ? { headers } : { method: 'POST', headers: sent, body: text }
  const hanging = new AbortController()
  const signal = typeof body === 'string' ? AbortSignal.timeout(silence) : hanging.signal
  const reply = await fetch(`${url}${path}`, { ...options, signal, redirect: 'manual' }).catch(() => undefined)
  if (reply === undefined) return { status: 0, type: '', text: '', isWhole: false }
  const type = reply.headers.get('content-type')?.split(';')[0] ?? ''
  const stop = (): void => void setTimeout(() => hanging.abort(), silence)
  return { status: reply.status, type, ...(await read(reply, hangs && says, stop)) }
}

/** Reads a response to its end, and calls `stop` once if it has come as far as `until`. */
async function read(
  reply: Response,
  until: RegExp | undefined,
  stop: () => void,
): Promise<Pick<Got, 'text' | 'isWhole'>> {
  const decoder = new TextDecoder()
  let text = ''
  let isStopped = false
  try {
    for await (const part of reply.body ?? []) {
      text += decoder.decode(part as Uint8Array, { stream: true })
      if (isStopped || until?.test(text) !== true) continue
      isStopped = true
      stop()
    }
    return { text, isWhole: true }
  } catch {
    return { text, isWhole: false }
  }
}
