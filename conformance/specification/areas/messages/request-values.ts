import type { Members } from '../../../../schemas/json.ts'
import type { RequestValue } from '../../../core/model/operation.ts'

export const model = 'messages-model-1'
export const version = '2023-06-01'

/** The token limit of most replies. It is low because every token is billed. */
const fewTokens = 64
/** A token limit that lets a model complete a tool use. */
const enoughTokens = 512

export function messageTurn(role: 'user' | 'assistant', content: string | readonly Members[]): Members {
  return { role, content }
}

export function asks(messages: readonly Members[], more: Members = {}): RequestValue {
  const limit = more['tools'] === undefined ? fewTokens : enoughTokens
  return { header: { 'provider-version': version }, body: { model, max_tokens: limit, messages, ...more } }
}

export function streamed({ body, ...rest }: RequestValue): RequestValue {
  return { ...rest, body: { ...(body as Members), stream: true } }
}

export const weatherTools = [
  {
    name: 'get_weather',
    input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
]
