import type { ExchangeEvidence } from '../conformance/core/model/report.ts'

function textBody(text: string): ExchangeEvidence['request']['body'] {
  return { text, bytes: Buffer.byteLength(text), truncated: false }
}

const requestHeaders = [
  ['content-type', 'application/json'],
  ['x-api-key', '«key:valid»'],
  ['provider-version', '2023-06-01'],
] as const

const streamEvents = [
  [
    104,
    1,
    'message_start',
    '{"type":"message_start","message":{"id":"msg_1","role":"assistant","model":"messages-model-1","type":"message"}}',
  ],
  [110, 2, 'content_block_start', '{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}'],
  [
    151,
    3,
    'content_block_delta',
    '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"line\u2028separator"}}',
  ],
  [152, 3, 'message_stop', '{"type":"message_stop"}'],
] as const

const streamText = streamEvents.map(([, , name, data]) => `event: ${name}\ndata: ${data}\n\n`).join('')

export const streamed: ExchangeEvidence = {
  id: 'coverage.messages.stream.plain',
  operation: 'messages.stream',
  purpose: 'a plain request',
  startedAt: 420,
  durationMs: 153.4,
  ended: 'complete',
  request: {
    method: 'POST',
    path: '/v1/messages',
    headers: requestHeaders,
    body: textBody(
      '{"model":"messages-model-1","max_tokens":64,"stream":true,"messages":[{"role":"user","content":"a small green boat"}]}',
    ),
  },
  response: {
    status: 200,
    headers: [
      ['Content-Type', 'text/event-stream; charset=utf-8'],
      ['Cache-Control', 'no-cache'],
    ],
    body: textBody(streamText),
    chunks: [
      { at: 101, bytes: 5 },
      { at: 104, bytes: 140 },
      { at: 110, bytes: 118 },
      { at: 152, bytes: Buffer.byteLength(streamText) - 263 },
    ],
    events: streamEvents.map(([at, chunk, name, data], index) => ({ index, at, chunk, name, data })),
  },
}

export const replied: ExchangeEvidence = {
  id: 'exploration.messages.create.17',
  operation: 'messages.create',
  startedAt: 9000,
  durationMs: 1200,
  ended: 'complete',
  request: {
    method: 'POST',
    path: '/v1/messages',
    headers: requestHeaders,
    body: textBody(
      '{"model":"messages-model-1","max_tokens":2,"messages":[{"role":"user","content":"<b>züri</b> & 東京"}]}',
    ),
  },
  response: {
    status: 200,
    headers: [['content-type', 'application/json']],
    body: textBody(
      '{"id":"msg_2","type":"message","stop_reason":"tool_use","content":[{"type":"text","text":"ok"}],"usage":{"input_tokens":"12"}}',
    ),
    chunks: [{ at: 1199, bytes: 127 }],
  },
}

export const smaller: ExchangeEvidence = {
  ...replied,
  id: 'shrink.messages.create.17.3',
  purpose: 'smaller than exploration.messages.create.17',
}

export const cutOff: ExchangeEvidence = {
  id: 'probe.images.url',
  operation: 'images.generate',
  purpose: 'one image by URL',
  startedAt: 30,
  durationMs: 4000,
  ended: 'reset',
  trouble: 'ECONNRESET',
  request: {
    method: 'POST',
    path: '/v1/images/generations',
    headers: [['content-type', 'multipart/form-data; boundary=x']],
    body: { base64: 'iVBORw0KGgo=', bytes: 90_000, truncated: true },
  },
  response: null,
}

const manyEvents = Array.from({ length: 60 }, (_, index) => ({
  index,
  at: 40 + index * 12,
  chunk: index,
  data: `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"word ${index}"}}`,
}))

/** A long stream that broke off. The evidence omits some of its events. */
export const longStream: ExchangeEvidence = {
  ...streamed,
  id: 'messages.stream/drawn/07',
  purpose: 'drawn at random from the schema',
  ended: 'reset',
  trouble: 'ECONNRESET',
  response: {
    ...streamed.response!,
    body: { text: 'data: {"type":"content_block_delta"', bytes: 90_000, truncated: true },
    chunks: manyEvents.map(({ at }) => ({ at, bytes: 97 })),
    chunksTotal: 900,
    events: [...manyEvents.slice(0, -1), { ...manyEvents.at(-1)!, characters: 4000 }],
    eventsTotal: 900,
  },
}

/** An exchange that uses a capability which was declared absent. */
export const passing: ExchangeEvidence = {
  ...streamed,
  id: 'coverage.messages.stream.tools',
  purpose: 'tools: two-tools',
}

export const presentAfterAll: ExchangeEvidence = {
  ...replied,
  id: 'declared/audio-in',
  purpose: 'whether audio-in is absent, as declared',
}
