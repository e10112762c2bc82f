import { readFileSync } from 'node:fs'

/** A request for a recorder to send. `json` is the text of its body. */
export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly json?: string
  readonly form?: readonly Part[]
}

type Part =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly file: string; readonly type: string; readonly base64: string }

/** A word in the prompt that makes the test gateway answer with gzip, if the client accepts that. */
export const encoded = 'gzip'

const picture = readFileSync(new URL('../../fixtures/images/tiny.png', import.meta.url)).toString('base64')
const version = { 'provider-version': '2023-06-01' }

/** The fixtures in `fixtures/cassettes` contain this many of the first requests. */
export const kept = 8

/** Requests of each area: JSON, forms, streams, errors, a wrong key, and gzip responses. */
export const requests: readonly Request[] = [
  message(`Name a color in ${encoded}.`),
  message('Name a color: “é”.', { stream: true }),
  message('Name a color.', { max_tokens: 0 }),
  message('Name a color.', {}, 'wrong-key'),
  content('generateContent'),
  content('streamGenerateContent?alt=sse'),
  { method: 'GET', path: '/api/usage/token', headers: { authorization: 'Bearer test-key' } },
  {
    method: 'POST',
    path: '/v1/images/edits',
    headers: { authorization: 'Bearer test-key' },
    form: [
      { name: 'model', value: 'image-model-1' },
      { name: 'prompt', value: 'A red square with an “é”.' },
      { name: 'response_format', value: 'b64_json' },
      { name: 'image', file: 'image.png', type: 'image/png', base64: picture },
    ],
  },
  message('Name a color.'),
  message(`Name a color in ${encoded}.`, { stream: true }),
  content('generateContent', { generationConfig: { temperature: 7 } }),
  { method: 'GET', path: '/api/usage/token', headers: { authorization: 'Bearer wrong-key' } },
  image({ prompt: 'A red square.', response_format: 'b64_json', size: '256x256' }),
  image({ prompt: '' }),
]

function message(prompt: string, more: object = {}, key = 'test-key'): Request {
  const body = { model: 'messages-model-1', max_tokens: 64, messages: [{ role: 'user', content: prompt }], ...more }
  return post('/v1/messages', { 'x-api-key': key, ...version }, body)
}

function content(method: string, more: object = {}): Request {
  const body = { contents: [{ role: 'user', parts: [{ text: 'Name a color.' }] }], ...more }
  return post(`/v1beta/models/content-model-1:${method}`, { authorization: 'Bearer test-key' }, body)
}

function image(body: object): Request {
  const headers = { authorization: 'Bearer test-key' }
  return post('/v1/images/generations', headers, { model: 'image-model-1', n: 1, ...body })
}

function post(path: string, headers: Readonly<Record<string, string>>, body: object): Request {
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', ...headers },
    json: JSON.stringify(body),
  }
}
