import type { TokenUsageReply } from '../../routes/token-usage.ts'
import type { Quirk } from '../variant.ts'
import { inErrors, inReplies } from './json.ts'

/**
 * Totals that change with every request, unlimited and therefore below zero, no limits, and a token that expired long
 * ago.
 */
export const unlimited: Quirk = inReplies<TokenUsageReply>((json, { ordinal }) => ({
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

/** Totals beyond 32 bits, written as floating point numbers. */
export const large: Quirk = (answer) => {
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

/** Reports an unknown token with another status. */
export function unknownTokenWith(status: number): Quirk {
  return (answer) => {
    const isUnknown = Buffer.from(answer.body).includes('token not found')
    return isUnknown ? { ...answer, status } : answer
  }
}

/** More members in an error body than the specification shows. */
export const chattyErrors: Quirk = inErrors((json) => ({ code: false, data: null, ...json, request_id: 'r-1' }))

/** An unlisted `success` beside the envelope: false and true in turn. */
export const saysSuccess: Quirk = inReplies<TokenUsageReply>((json, { ordinal }) => ({
  success: ordinal % 2 === 0,
  ...json,
}))

/** A token with limits that used more than its grant, and expires at the latest possible second. */
export const overdrawn: Quirk = inReplies<TokenUsageReply>((json) => ({
  ...json,
  data: {
    ...json.data,
    name: 'nächtliche Prüfung 🌙',
    total_granted: 100,
    total_used: 150,
    total_available: -50,
    unlimited_quota: false,
    expires_at: 999_999_999_999,
  },
}))

/** Limits of many models, in another order each time. */
export const shuffledLimits: Quirk = inReplies<TokenUsageReply>((json, { ordinal }) => {
  const names = Array.from({ length: 40 }, (_, at) => `vendor/model-${(at * 7 + ordinal) % 40}:latest`)
  const limits = Object.fromEntries(names.map((name) => [name, name.includes('model-1')]))
  return { ...json, data: { ...json.data, model_limits: limits } }
})

/** Totals that change with every third request. */
export const totalsThatMove: Quirk = inReplies<TokenUsageReply>((json, { ordinal }) => {
  const used = Math.floor(ordinal / 3) * 10
  return { ...json, data: { ...json.data, total_granted: 1000, total_used: used, total_available: 1000 - used } }
})
