import type { TokenUsageReply } from '../../routes/token-usage.ts'
import type { Oddity } from '../variant.ts'
import { inErrors, inReplies } from './json.ts'

/** Totals that move with every question, unlimited and therefore below zero, no limits, a token long expired. */
export const unlimited: Oddity = inReplies<TokenUsageReply>((json, { ordinal }) => ({
  ...json,
  data: {
    ...json.data,
    name: '',
    total_granted: 0,
    total_used: ordinal * 1000,
    total_available: -ordinal * 1000,
    unlimited_quota: true,
    model_limits: {},
    model_limits_enabled: true,
    expires_at: 1_000_000_000,
    created_at: null,
  },
}))

/** Totals beyond what 32 bits hold, written as floating point numbers. */
export const large: Oddity = (answer) => {
  const text = Buffer.from(answer.body).toString('utf8')
  return {
    ...answer,
    body: Buffer.from(
      text.replace(/"total_granted":\d+,"total_used":\d+,"total_available":\d+/, () => {
        return '"total_granted":9.0e12,"total_used":0.0,"total_available":9e12'
      }),
    ),
  }
}

/** Tells of an unknown token with another status. */
export function unknownTokenWith(status: number): Oddity {
  return (answer) => {
    const isUnknown = Buffer.from(answer.body).includes('token not found')
    return isUnknown ? { ...answer, status } : answer
  }
}

/** More in an error body than the document shows. */
export const chattyErrors: Oddity = inErrors((json) => ({ code: false, data: null, ...json, request_id: 'r-1' }))
