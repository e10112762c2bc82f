import type { UpstreamFormat } from '../../conformance/core/model/upstream.ts'

const names: Readonly<Record<number, readonly [messages: string, content: string, chat: string]>> = {
  400: ['invalid_request_error', 'INVALID_ARGUMENT', 'invalid_request_error'],
  401: ['authentication_error', 'UNAUTHENTICATED', 'invalid_request_error'],
  403: ['permission_error', 'PERMISSION_DENIED', 'permission_error'],
  404: ['not_found_error', 'NOT_FOUND', 'invalid_request_error'],
  413: ['request_too_large', 'PAYLOAD_TOO_LARGE', 'invalid_request_error'],
  429: ['rate_limit_error', 'RESOURCE_EXHAUSTED', 'rate_limit_error'],
  500: ['server_error', 'INTERNAL', 'server_error'],
  503: ['overloaded_error', 'UNAVAILABLE', 'server_error'],
  529: ['overloaded_error', 'UNAVAILABLE', 'server_error'],
}

export function providerError(status: number, format: UpstreamFormat, message: string): unknown {
  const [messages, content, chat] = names[status] ?? names[500]!
  if (format === 'messages') return { type: 'error', error: { type: messages, message, code: messages } }
  if (format === 'content') return { error: { code: status, message, status: content, details: [] } }
  return { error: { message, type: chat, param: null, code: chat } }
}

/** Returns the frame of an error in the middle of a stream. */
export function errorFrame(format: UpstreamFormat): string {
  const data = JSON.stringify(providerError(503, format, 'The provider is overloaded.'))
  return format === 'messages' ? `event: error\ndata: ${data}\n\n` : `data: ${data}\n\n`
}
