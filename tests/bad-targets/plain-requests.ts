import { readFileSync } from 'node:fs'
import type { TargetRequest } from './in-front.ts'
import { jsonOf } from './operation-of.ts'

/** Returns the same request with the key that the reference server accepts. */
export function withKey(request: TargetRequest): TargetRequest {
  const { authorization, 'x-api-key': _, 'x-goog-api-key': __, ...headers } = request.headers
  const path = request.path.replace(/([?&])key=[^&]*/, '$1key=test-key')
  if (request.operation === 'messages.create' || request.operation === 'messages.stream')
    return { ...request, headers: { ...headers, 'x-api-key': 'test-key' } }
  return { ...request, path, headers: { ...headers, authorization: 'Bearer test-key' } }
}

/** Returns the same request without streaming. */
export function askPlainly(request: TargetRequest): TargetRequest {
  if (request.operation === 'messages.stream')
    return { ...request, body: json({ ...jsonOf(request.body), stream: false }) }
  if (request.operation !== 'content.stream') return request
  return { ...request, path: request.path.replace(':streamGenerateContent?alt=sse&', ':generateContent?') }
}

/** Returns a valid request for the same operation. */
export function acceptedAnyway(request: TargetRequest): TargetRequest {
  const key = withKey(request)
  switch (request.operation) {
    case 'messages.create':
    case 'messages.stream':
      return withJson(key, { ...plainMessage, stream: request.operation === 'messages.stream' })
    case 'content.generate':
    case 'content.stream':
      return withJson(key, { contents: [{ parts: [{ text: 'Name a color.' }] }] })
    case 'images.generate':
      return withJson(key, { prompt: 'a lighthouse at dusk' })
    default:
      return withForm(key)
  }
}

const plainMessage = {
  model: 'messages-model-1',
  max_tokens: 64,
  messages: [{ role: 'user', content: 'Name a color.' }],
}

function withJson(request: TargetRequest, value: unknown): TargetRequest {
  const headers = { ...request.headers, 'content-type': 'application/json', 'provider-version': '2023-06-01' }
  return { ...request, headers, body: json(value) }
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}

const picture = readFileSync(new URL('../../fixtures/images/square.png', import.meta.url))

/** Makes a form with a prompt and an image that is valid for edits and variations. */
function withForm(request: TargetRequest): TargetRequest {
  const boundary = 'bad-target-boundary'
  const part = (head: string, body: Buffer): readonly Buffer[] => [
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
    body,
    Buffer.from('\r\n'),
  ]
  const prompt = request.operation === 'images.edit' ? part('name="prompt"', Buffer.from('make it green')) : []
  const image = part('name="image"; filename="image.png"\r\ncontent-type: image/png', picture)
  return {
    ...request,
    headers: { ...request.headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...prompt, ...image, Buffer.from(`--${boundary}--\r\n`)]),
  }
}
