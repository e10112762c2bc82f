import { writeFileSync } from 'node:fs'
import { allResults, nameOf } from '../../../reports/result.ts'
import type { Report } from '../../core/model/report.ts'
import { judge, readHar } from './judge.ts'

type Headers = Readonly<Record<string, string>>

/** A recorded exchange on `POST /v1/messages`, with what differs from a plain one. */
export interface RecordedMessage {
  readonly path?: string
  readonly sent?: Headers
  readonly body?: unknown
  /** The members of the recorded request body, in place of its text. */
  readonly postData?: object
  readonly status?: number
  readonly received?: Headers
  readonly reply?: unknown
  /** The members of the recorded response body, in place of its text. */
  readonly content?: object
}

export function asked(members: object = {}) {
  return {
    model: 'messages-model-1',
    max_tokens: 64,
    messages: [{ role: 'user', content: 'Name a color.' }],
    ...members,
  }
}

export function replied(id: string, members: object = {}) {
  return {
    id,
    type: 'message',
    role: 'assistant',
    model: 'messages-model-1',
    content: [{ type: 'text', text: 'Blue.' }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 9, output_tokens: 4, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
    ...members,
  }
}

/** Returns the payloads of the events of a streamed reply. */
export function streamed(id: string): readonly object[] {
  return [
    {
      type: 'message_start',
      message: { ...replied(id), content: [], stop_reason: null, usage: { input_tokens: 9, output_tokens: 1 } },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Blue.' } },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', stop_sequence: null, usage: { input_tokens: 9, output_tokens: 4 } },
    },
    { type: 'message_stop' },
  ]
}

export function eventText(payloads: readonly object[]): string {
  return payloads
    .map((payload) => `event: ${(payload as { type: string }).type}\ndata: ${JSON.stringify(payload)}\n\n`)
    .join('')
}

/** The headers of a plain request and of a plain response. */
export const usual = {
  sent: { 'content-type': 'application/json', 'x-api-key': 'key-1', 'provider-version': '2023-06-01' },
  received: { 'content-type': 'application/json' },
} as const

const lines = (headers: Headers) => Object.entries(headers).map(([name, value]) => ({ name, value }))
const textOf = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body))

export function writeTestHar(file: string, messages: readonly RecordedMessage[], creator = 'mitmproxy'): string {
  const entries = messages.map((one, index) => ({
    startedDateTime: new Date(Date.UTC(2026, 3, 1) + index * 1000).toISOString(),
    time: 20,
    request: {
      method: 'POST',
      url: `https://gw.example${one.path ?? '/v1/messages'}`,
      headers: lines(one.sent ?? usual.sent),
      postData: one.postData ?? { mimeType: 'application/json', text: textOf(one.body ?? asked()) },
    },
    response: {
      status: one.status ?? 200,
      headers: lines(one.received ?? usual.received),
      content: one.content ?? { text: textOf(one.reply ?? replied(`msg_${index}`)) },
    },
  }))
  writeFileSync(file, JSON.stringify({ log: { version: '1.2', creator: { name: creator, version: '1' }, entries } }))
  return file
}

/** Judges a recording and returns the results with these verdicts, the undecided ones with their reasons. */
export async function judgedRecording(file: string) {
  const report = await judge(readHar(file))
  const named = (verdict: string) => allResults(report).filter((result) => result.verdict === verdict)
  return {
    report,
    failed: [...named('fail'), ...named('warn')].map(nameOf),
    passed: named('pass').map(nameOf),
    reasons: reasonsIn(report),
  }
}

function reasonsIn(report: Report): readonly string[] {
  return [...new Set(allResults(report).flatMap(({ reason }) => (reason.includes('not captured') ? [reason] : [])))]
}
