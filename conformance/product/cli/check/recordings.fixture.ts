import type { Members } from '../../../../schemas/json.ts'

/** The differences of a request from the plain one. */
export interface Asked {
  readonly host?: string
  readonly key?: string
  readonly status?: number
  readonly id?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly reply?: Members
  readonly sent?: Readonly<Record<string, string>>
}

export function interaction({
  host = 'gw.example',
  key = 'key-1',
  status = 200,
  id = 'msg_1',
  headers = {},
  reply,
  sent,
}: Asked) {
  const usual = { 'content-type': 'application/json', 'x-api-key': key, 'provider-version': '2023-06-01' }
  const body = { model: 'messages-model-1', max_tokens: 64, messages: [{ role: 'user', content: 'Name a color.' }] }
  return {
    request: {
      method: 'POST',
      uri: `https://${host}/v1/messages`,
      body: JSON.stringify(body),
      headers: lists(sent ?? usual),
    },
    response: {
      status: { code: status, message: '' },
      headers: lists({ 'content-type': 'application/json', ...headers }),
      body: { string: JSON.stringify(reply ?? message(id)) },
    },
  }
}

function lists(headers: Readonly<Record<string, string>>): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
}

export function message(id: string): Members {
  return {
    id,
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [{ type: 'text', text: 'Blue.' }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 5, output_tokens: 2, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
  }
}

export function cassette(...asked: readonly Asked[]): string {
  return JSON.stringify({ version: 1, interactions: asked.map(interaction) })
}
