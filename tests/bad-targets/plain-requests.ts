import { readFileSync } from 'node:fs'
import type { Ask } from './in-front.ts'
import { jsonOf } from './operation-of.ts'

/** The same request with the key that the reference server knows. */
export function withKey(ask: Ask): Ask {
  const { authorization, 'x-api-key': _, 'x-goog-api-key': __, ...headers } = ask.headers
  const path = ask.path.replace(/([?&])key=[^&]*/, '$1key=test-key')
  if (ask.operation === 'messages.create' || ask.operation === 'messages.stream')
    return { ...ask, headers: { ...headers, 'x-api-key': 'test-key' } }
  return { ...ask, path, headers: { ...headers, authorization: 'Bearer test-key' } }
}

/** The same request for the whole reply, where it asks for a stream. */
export function askPlainly(ask: Ask): Ask {
  if (ask.operation === 'messages.stream') return { ...ask, body: json({ ...jsonOf(ask.body), stream: false }) }
  if (ask.operation !== 'content.stream') return ask
  return { ...ask, path: ask.path.replace(':streamGenerateContent?alt=sse&', ':generateContent?') }
}

/** A request of the same operation that breaks no rule. */
export function acceptedAnyway(ask: Ask): Ask {
  const key = withKey(ask)
  switch (ask.operation) {
    case 'messages.create':
    case 'messages.stream':
      return withJson(key, { ...plainMessage, stream: ask.operation === 'messages.stream' })
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

function withJson(ask: Ask, value: unknown): Ask {
  const headers = { ...ask.headers, 'content-type': 'application/json', 'provider-version': '2023-06-01' }
  return { ...ask, headers, body: json(value) }
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}

const picture = readFileSync(new URL('../../fixtures/images/square.png', import.meta.url))

/** A form with a prompt and a picture that is right for edits and for variations. */
function withForm(ask: Ask): Ask {
  const boundary = 'bad-target-boundary'
  const part = (head: string, body: Buffer): readonly Buffer[] => [
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
    body,
    Buffer.from('\r\n'),
  ]
  const prompt = ask.operation === 'images.edit' ? part('name="prompt"', Buffer.from('make it green')) : []
  const image = part('name="image"; filename="image.png"\r\ncontent-type: image/png', picture)
  return {
    ...ask,
    headers: { ...ask.headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...prompt, ...image, Buffer.from(`--${boundary}--\r\n`)]),
  }
}
