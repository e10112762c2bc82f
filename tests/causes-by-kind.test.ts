import { expect, test, vi } from 'vitest'
import {
  exchangeWith,
  jsonResponse,
  type PartialExchange,
  responseWith,
} from '../conformance/core/model/exchange.fixture.ts'
import type { RecordedResponse } from '../conformance/core/model/exchange.ts'
import type { Requirement } from '../conformance/core/model/requirement.ts'
import { startJudge, summarize } from '../conformance/engine/judge/index.ts'
import { type CauseKind, causeKinds } from '../conformance/engine/judge/summary/causes/kinds.ts'
import { catalogue } from '../conformance/specification/catalogue.ts'
import { defineRequirement } from '../conformance/specification/plugins/define-requirement.ts'

type Part = Readonly<Record<string, unknown>>

const json = ['content-type', 'application/json'] as const
const version = ['provider-version', '2023-06-01'] as const
const ofMessages = {
  method: 'POST',
  path: '/v1/messages',
  headers: [json, version, ['x-api-key', '«key:valid»']],
} as const
const invalidKey = { request: { headers: [json, version, ['x-api-key', '«key:invalid»'] as const] } }
const keyElsewhere = { request: { headers: [json, version, ['authorization', 'Bearer «key:valid»'] as const] } }
const ofContent = {
  method: 'POST',
  path: '/v1beta/models/content-model-1:generateContent?key=«key:valid»',
  headers: [json],
} as const

const plain = { model: 'messages-model-1', max_tokens: 256, messages: [{ role: 'user', content: 'Name a color.' }] }
const invalid = { temperature: 9 }
const streaming = { stream: true }
const message = {
  ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'messages-model-1' },
  content: [{ type: 'text', text: 'Red.' }],
  ...{ stop_reason: 'end_turn', stop_sequence: null },
  usage: { input_tokens: 8, output_tokens: 2, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
}
const wrongMembers: readonly Part[] = Object.keys(message).map((name) => ({ [name]: 7 }))
const start = { type: 'message_start', message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'm' } }
const text = [
  { type: 'content_block_start', index: 0, content_block: { type: 'text' } },
  { type: 'content_block_delta', index: 0, delta: { text: 'Red.' } },
  { type: 'content_block_stop', index: 0 },
]
const usage = { input_tokens: 8, output_tokens: 2 }
const delta = { type: 'message_delta', delta: { stop_reason: 'end_turn', usage } }
const stop = { type: 'message_stop' }

const accepted = jsonResponse(message)
const html = responseWith('<!doctype html><title>x</title>', { headers: [['content-type', 'text/html']] })

function rejected(status: number, type = 'invalid_request_error'): RecordedResponse {
  return jsonResponse({ error: { type, message: 'no', code: 'invalid_request' } }, status)
}

function streamOf(...events: readonly Part[]): RecordedResponse {
  const lines = events.map((event) => `data: ${JSON.stringify(event)}\n\n`)
  return responseWith(lines.join(''), { headers: [['content-type', 'text/event-stream']] })
}

const whole = streamOf(start, ...text, delta, stop)

/** Returns the exchange of a plain request for a message, with these members. */
function asked(members: Part, response: RecordedResponse | null, about: PartialExchange = {}): PartialExchange {
  const body = bodyOf({ ...plain, ...members })
  return { ...about, request: { ...ofMessages, body, ...about.request }, response }
}

function bodyOf(value: Part): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value))
}

/** Returns enough attempts of a request to blame the target for broken connections, since it serves others meanwhile. */
function repeated(attempt: PartialExchange): readonly PartialExchange[] {
  return Array.from({ length: 4 }, () => [asked({}, accepted), attempt]).flat()
}

const candidate = { content: { parts: [{ text: 'Red.' }], role: 'model' }, finishReason: 'STOP', index: 0 }
const answer = { candidates: [candidate] }
const wrongAnswers = ['usageMetadata', 'modelVersion', 'responseId', 'candidates'].map((name) => ({ [name]: { name } }))

/** Returns the exchange of a plain request for content, with these members. */
function generated(members: Part, response: Part): PartialExchange {
  const body = bodyOf({ contents: [{ parts: [{ text: 'Name a color.' }] }], ...members })
  return { request: { ...ofContent, body }, response: jsonResponse(response) }
}

/** The exchanges of a target with a defect of each kind, so that no kind is dead code. */
const defects: Readonly<Record<CauseKind, readonly PartialExchange[]>> = {
  'added-requirement': [asked({}, accepted)],
  'malformed-response': [asked({}, { ...accepted, headers: [...accepted.headers, ['content-encoding', 'gzip']] })],
  'reply-of-another-kind': [asked({}, html)],
  'stream-as-json': [asked(streaming, accepted)],
  'json-as-stream': [asked({}, whole)],
  'no-authentication': [asked({}, accepted, invalidKey)],
  'rejections-in-200': [asked({}, accepted), asked(invalid, rejected(200))],
  'rejections-unanswered': repeated(asked(invalid, null, { ended: 'reset' })),
  'status-of-wrong-keys': [asked({}, accepted), asked({}, rejected(422), invalidKey)],
  'valid-key-rejected': [asked({}, rejected(401, 'authentication_error')), asked({}, accepted, keyElsewhere)],
  'valid-request-rejected': [asked({}, accepted), asked({ temperature: 0.5 }, rejected(400))],
  'operation-absent': [asked({}, rejected(404))],
  'operation-redirected': [asked({}, rejected(307)), asked({}, rejected(307))],
  'plain-request-rejected': [asked({}, rejected(400))],
  'rule-not-enforced': [asked({}, accepted), asked(invalid, accepted)],
  'rules-not-enforced': [{ temperature: 9 }, { top_p: 9 }, { top_k: -1 }].map((one) => asked(one, accepted)),
  'status-of-rejections': [asked({}, accepted), asked(invalid, rejected(422))],
  'error-body': [asked({}, accepted), asked(invalid, jsonResponse({ detail: 'no' }, 400))],
  'no-effect': [generated({ generationConfig: { candidateCount: 2 } }, answer)],
  'stream-order': [asked(streaming, streamOf(start, start, ...text, delta, stop))],
  'stream-unended': repeated(asked(streaming, streamOf(start), { ended: 'timeout' })),
  'stream-cut': repeated(asked(streaming, streamOf(start, ...text), { ended: 'reset' })),
  'stream-end': [asked(streaming, streamOf(start, ...text, delta))],
  'content-type': [asked({}, { ...accepted, headers: [['content-type', 'text/plain']] })],
  member: [asked({}, jsonResponse({ ...message, id: 7 }))],
  requirement: [asked({}, jsonResponse(message)), asked({}, jsonResponse(message))],
  various: [
    ...wrongMembers.map((one) => asked({}, jsonResponse({ ...message, ...one }))),
    ...wrongAnswers.map((one) => generated({}, { ...answer, ...one })),
  ],
}

const added: Requirement = {
  ...defineRequirement({
    id: 'acme.request-id',
    endpoint: 'messages.create',
    statement: 'A reply names its request.',
    *check() {
      yield { message: 'x-request-id is missing' }
    },
  }),
  addedBy: 'the plugin acme',
}

const nothing = {
  ...{ aims: undefined, exclusion: () => undefined, limits: [], billed: { calls: 0, images: 0 } },
  ...{ evidence: new Map(), commands: new Map(), shrunk: new Map(), intermittent: new Set() },
} as unknown as Parameters<typeof summarize>[1]

/** Judges exchanges and returns the kinds of the causes in the report. Only the title of a cause is made by its kind. */
function kindsOf(exchanges: readonly PartialExchange[], requirements: readonly Requirement[]): readonly CauseKind[] {
  const judge = startJudge({ ...catalogue, requirements })
  for (const [index, one] of exchanges.entries())
    judge.see(exchangeWith({ id: `exchange-${index}`, startedAt: index * 60_000, ...one }))
  const titled = Object.values(causeKinds).map((kind) => vi.spyOn(kind, 'title'))
  summarize(judge.conclude(), nothing, { facts: judge.facts() })
  const isTitled = titled.map(({ mock }) => mock.calls.length > 0)
  vi.restoreAllMocks()
  return (Object.keys(causeKinds) as CauseKind[]).filter((_, index) => isTitled[index])
}

test.each(Object.entries(defects))('judged exchanges have a cause of the kind %s', (kind, exchanges) => {
  const requirements = kind === 'added-requirement' ? [...catalogue.requirements, added] : catalogue.requirements
  expect(kindsOf(exchanges, requirements)).toContain(kind)
})
