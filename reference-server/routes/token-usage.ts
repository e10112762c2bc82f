import type { IncomingRequest } from '../incoming-request.ts'
import { jsonReply, type Reply } from '../reply.ts'
import type { Route } from '../route.ts'
import type { Token } from '../tokens.ts'

/** Endpoint 4. */
const tokenUsage: readonly Route[] = [
  {
    area: 'token-usage',
    method: 'GET',
    path: '/api/usage/token',
    body: 'none',
    credentials: ['bearer'],
    endpoint: () => 'usage.token',
    handle: answerUsage,
  },
]
export default tokenUsage

/** The reply of section 2.5. */
export interface TokenUsageReply {
  readonly code: true
  readonly message: 'ok'
  readonly data: TokenUsage
}

export interface TokenUsage {
  readonly object: 'token_usage'
  readonly name: string
  readonly total_granted: number
  readonly total_used: number
  readonly total_available: number
  readonly unlimited_quota: boolean
  readonly model_limits: Readonly<Record<string, boolean>>
  readonly model_limits_enabled: boolean
  /** Seconds since 1970, or 0 if it never expires. */
  readonly expires_at: number
}

/**
 * Returns the usage of a token. Only a fault lets a request without a token through; the reply then describes an
 * account that does not exist.
 */
function answerUsage({ token }: IncomingRequest): Reply {
  return jsonReply(200, { code: true, message: 'ok', data: usageOf(token ?? nobody) } satisfies TokenUsageReply)
}

const nobody: Token = {
  name: '',
  granted: 0,
  unlimited: false,
  models: {},
  modelsLimited: false,
  expiresAt: 0,
  used: 0,
}

function usageOf(token: Token): TokenUsage {
  return {
    object: 'token_usage',
    name: token.name,
    total_granted: token.granted,
    total_used: token.used,
    total_available: token.granted - token.used,
    unlimited_quota: token.unlimited,
    model_limits: token.models,
    model_limits_enabled: token.modelsLimited,
    expires_at: Math.max(0, token.expiresAt),
  }
}
