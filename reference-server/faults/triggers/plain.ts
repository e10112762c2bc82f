import type { RequestValue } from '../../../conformance/core/model/operation.ts'
import type { Endpoint } from '../../../conformance/core/model/vocabulary.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import { events, jsonReply, type Reply } from '../../reply.ts'

/** A plain request of an operation, and the reply of the reference server. Both are written by hand. */
export interface PlainExchange {
  readonly request: IncomingRequest
  readonly reply: Reply
}

const counts = { input_tokens: 3, output_tokens: 17, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
const square = {
  field: 'image',
  bytes: 2436,
  format: 'png',
  width: 256,
  height: 256,
  square: true,
  alpha: 'transparent',
  digest: '',
  bitDepth: 8,
  colorType: 6,
  isInterlaced: false,
}
const address = 'http://127.0.0.1:8080/pictures/bbbfc29f95bd3552-1024-1024-1795576137555-a2bc1b67b0f2f18f.png'
const images = jsonReply(200, { created: 1_795_572_537, data: [{ url: address }] })

const encoded = jsonReply(200, { created: 1_795_572_537, data: [{ b64_json: 'iVBORw0KGgo=' }] })

const usage = jsonReply(200, {
  code: true,
  message: 'ok',
  data: {
    object: 'token_usage',
    name: 'token-1',
    total_granted: 1_000_000,
    total_used: 1028,
    total_available: 998_972,
    unlimited_quota: false,
    model_limits: { 'image-model-1': true },
    model_limits_enabled: false,
    expires_at: 0,
  },
})

const usageMetadata = {
  promptTokenCount: 3,
  candidatesTokenCount: 21,
  totalTokenCount: 24,
  promptTokensDetails: [{ modality: 'TEXT', tokenCount: 3 }],
  candidatesTokensDetails: [{ modality: 'TEXT', tokenCount: 21 }],
}
const named = { modelVersion: 'content-model-1', responseId: 'g000000011mk8s7g' }
const answered = (text: string) => ({ content: { role: 'model', parts: [{ text }] }, index: 0 })
const ended = { finishReason: 'STOP', tokenCount: 21 }
const generated = jsonReply(200, {
  candidates: [{ ...answered('copper violin: Name a color. sparrow glass.'), ...ended }],
  usageMetadata,
  ...named,
})
const generatedStream = events([
  { data: { candidates: [answered('copper violin: ')], ...named } },
  { data: { candidates: [answered('Name a color. ')], ...named } },
  { data: { candidates: [{ ...answered('sparrow glass.'), ...ended }], usageMetadata, ...named } },
])

const message = {
  id: 'msg_c0000000113p86d0',
  type: 'message',
  role: 'assistant',
  model: 'messages-model-1',
  content: [{ type: 'text', text: 'mountain planet: Name a color. pepper.' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: counts,
}
const stopped = { stop_reason: 'end_turn', stop_sequence: null, usage: counts }
const delta = (text: string) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })
const messageStream = events(
  [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    delta('mountain planet: '),
    delta('Name a color. pepper.'),
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: stopped, usage: counts },
    { type: 'message_stop' },
  ].map((data) => ({ event: data.type, data })),
)

const question = { model: 'messages-model-1', max_tokens: 64, messages: [{ role: 'user', content: 'Name a color.' }] }
const asked = { header: { 'provider-version': '2023-06-01' }, body: question }
const contents = { path: { model: 'content-model-1' }, body: { contents: [{ parts: [{ text: 'Name a color.' }] }] } }
const model = 'image-model-1'
const token = {
  name: 'token-1',
  granted: 1_000_000,
  unlimited: false,
  models: {},
  modelsLimited: false,
  expiresAt: 0,
  used: 1028,
}

export const plainExchanges: Readonly<Record<Endpoint, PlainExchange>> = {
  'images.generate': of('images.generate', { body: { prompt: 'a lighthouse at dusk', model } }, images),
  'images.edit': of('images.edit', { body: { prompt: 'a lighthouse at dusk', image: [square], model } }, images),
  'images.variation': of('images.variation', { body: { image: [square], model } }, images),
  'usage.token': of('usage.token', {}, usage),
  'content.generate': of('content.generate', contents, generated),
  'content.stream': of('content.stream', contents, generatedStream, 'alt=sse&key=test-key'),
  'messages.create': of('messages.create', asked, jsonReply(200, message)),
  'messages.stream': of('messages.stream', { ...asked, body: { ...question, stream: true } }, messageStream),
}

/** Requests for pictures in base64. An effect that changes addresses only would contradict a trigger that needs them. */
export const encodedExchanges: Partial<Record<Endpoint, PlainExchange>> = Object.fromEntries(
  (['images.generate', 'images.edit', 'images.variation'] as const).map((endpoint) => {
    const { body } = plainExchanges[endpoint].request.value
    return [endpoint, of(endpoint, { body: { ...(body as object), response_format: 'b64_json' } }, encoded)]
  }),
)

function of(endpoint: Endpoint, value: RequestValue, reply: Reply, query = 'key=test-key'): PlainExchange {
  const request: IncomingRequest = {
    endpoint,
    value,
    unreadable: undefined,
    token,
    ordinal: 1,
    now: 1_795_572_537_000,
    validation: { violations: [], open: [], uses: [], spoken: new Set() },
    presented: { kind: 'key', key: 'test-key', place: 'bearer' },
    spelling: { query, headers: [['authorization', 'Bearer test-key']], json: JSON.stringify(value.body ?? '') },
    connection: { place: 1 },
    acceptsCoding: () => true,
    base: () => 'http://127.0.0.1:8080',
  }
  return { request, reply }
}
