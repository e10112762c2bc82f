import { accepts, rejects } from '../../core/model/build.ts'
import { exchangeWith, jsonResponse } from '../../core/model/exchange.fixture.ts'
import type { Exchange } from '../../core/model/exchange.ts'
import type { Operation } from '../../core/model/operation.ts'
import type { Requirement } from '../../core/model/requirement.ts'
import type { Verdict } from '../../core/model/vocabulary.ts'
import { type Judge, startJudge } from './judge.ts'

/** For tests: an operation with a JSON body and the schemas of the messages area. */
const operation: Operation = {
  id: 'messages.create',
  area: 'messages',
  title: 'POST /v1/messages',
  method: 'POST',
  credential: 'x-api-key',
  streams: false,
  schemas: { request: 'messages/request', reply: 'messages/reply', error: 'messages/error' },
  responseSignature: { reply: ['content'], error: ['error'] },
  matches: ({ path }) => path === '/v1/messages',
  read: ({ headers, body }) => ({
    header: Object.fromEntries(headers.filter(([name]) => name.startsWith('provider-'))),
    ...parsed(body),
  }),
  write: () => {
    throw new Error('not written in this test')
  },
  cost: () => ({ calls: 1, images: 0 }),
}

export const plain = { model: 'messages-model-1', max_tokens: 16, messages: [{ role: 'user', content: 'green apple' }] }
export const reply = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'messages-model-1',
  content: [{ type: 'text', text: 'apple' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 2, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
}
export const error = { error: { type: 'invalid_request_error', message: 'no', code: '400' } }

function parsed(body: Uint8Array): { readonly body?: unknown } {
  try {
    return { body: JSON.parse(Buffer.from(body).toString()) as unknown }
  } catch {
    return {}
  }
}

/** For tests: returns the same exchange with this text as the body of its request. */
export function withBody(one: Exchange, text: string): Exchange {
  return { ...one, request: { ...one.request, body: Buffer.from(text) } }
}

let number = 0

/** For tests: returns an exchange with this request body and response; `null` means no response. */
export function exchange(
  body: object,
  status: number | null,
  answer: unknown = status === 200 ? reply : error,
): Exchange {
  number += 1
  const headers = [
    ['content-type', 'application/json'],
    ['x-api-key', '«key:valid»'],
    ['provider-version', '2023-06-01'],
  ] as const
  return exchangeWith({
    id: `x${String(number).padStart(4, '0')}`,
    request: { method: 'POST', path: '/v1/messages', headers, body: Buffer.from(JSON.stringify(body)) },
    response: status === null ? null : jsonResponse(answer, status),
    ended: status === null ? 'reset' : 'complete',
  })
}

export const sentence = { section: '2.8', endpoint: 'messages.create', statement: 'It is so.' } as const
export const plainAccepted = accepts({ id: 'messages.plain-request-accepted', ...sentence, speaksOf: 'plain' })
export const temperatureAccepted = accepts({ id: 'messages.temperature-accepted', ...sentence })
export const topKAccepted = accepts({ id: 'messages.top-k-accepted', ...sentence })
export const combinationsAccepted = accepts({
  id: 'messages.combinations-accepted',
  ...sentence,
  speaksOf: 'combination',
})
export const beyondRejected = rejects({ id: 'messages.temperature-beyond-rejected', ...sentence, level: 'stated' })

export const bodyRejected = rejects({ id: 'messages.malformed-json-rejected', ...sentence, level: 'stated' })

/** For tests: returns the verdict on one requirement after these exchanges. */
export function verdictOf(subject: Requirement, ...exchanges: readonly Exchange[]): Verdict {
  const judge = judgeOf(subject)
  for (const one of exchanges) judge.see(one)
  return judge.conclude().at(-1)?.verdict ?? 'untested'
}

/** For tests: returns exchanges that start one after the other. */
export function inTime(...exchanges: readonly Exchange[]): readonly Exchange[] {
  return exchanges.map((one, at) => ({ ...one, startedAt: at }))
}

/** For tests: starts a judge whose last ruling is about this requirement. */
export function judgeOf(subject: Requirement): Judge {
  const requirements = [plainAccepted, temperatureAccepted, topKAccepted, combinationsAccepted, beyondRejected, subject]
  return startJudge({ operations: [operation], requirements, templates: [], probes: [] })
}

export const hot = { ...plain, temperature: 1.1 }
export const warm = { ...plain, temperature: 0.5 }
export const both = { ...plain, temperature: 0.5, top_k: 5 }
