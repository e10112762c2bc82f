import { type Alteration, inErrors, inReplies } from '../alterations.ts'
import { jsonReply } from '../reply.ts'
import type { TokenUsageReply } from '../routes/token-usage.ts'
import { inJsonText, inText, withHeaders, withStatus } from '../transport-alterations.ts'
import { inOppositeOrder } from './everywhere.ts'
import { escaped } from './quirks/messages-more.ts'
import { replies, type Variant } from './variant.ts'

/**
 * Reports totals that change with every request, an unlimited token with negative totals, no model limits, and an
 * expiry long ago.
 */
const unlimited = inReplies<TokenUsageReply>((json, { ordinal }) => ({
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

/** Reports totals beyond 32 bits as floating-point numbers. */
const large = inText((text) =>
  text.replace(
    /"total_granted":\d+,"total_used":\d+,"total_available":\d+/,
    '"total_granted":9.0e12,"total_used":0.0,"total_available":9e12',
  ),
)

function unknownTokenWith(status: number): Alteration {
  return (reply, { presented, token }) =>
    presented.kind === 'key' && token === undefined ? withStatus(status)(reply) : reply
}

/** Redirects each request to the same path with a query. */
const redirects: Alteration = (reply, { spelling }) =>
  spelling.query === '' ? jsonReply(308, {}, { location: '/api/usage/token?moved' }) : reply

/**
 * Writes JSON as some languages do by default: on several lines, with `\/` for each slash and `\u` escapes for
 * characters that are not ASCII.
 */
export const withSlashesEscaped = inJsonText((value) => {
  const text = JSON.stringify(value, null, 4)
    .replaceAll('/', '\\/')
    .replaceAll(/[^ -~\n]/g, escaped)
  return `\r\n${text}\t\n`
})

/** Adds unlisted members to error bodies. */
const chattyErrors = inErrors((json) => ({ code: false, data: null, ...json, request_id: 'r-1' }))

/** Adds an unlisted member `success`, which is false and true in turn. */
const saysSuccess = inReplies<TokenUsageReply>((json, { ordinal }) => ({
  success: ordinal % 2 === 0,
  ...json,
}))

/** Reports a limited token that used more than its grant, and expires at the latest possible second. */
const overdrawn = inReplies<TokenUsageReply>((json) => ({
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

/** Reports limits of many models, each time in another order. */
const shuffledLimits = inReplies<TokenUsageReply>((json, { ordinal }) => {
  const names = Array.from({ length: 40 }, (_, at) => `vendor/model-${(at * 7 + ordinal) % 40}:latest`)
  const limits = Object.fromEntries(names.map((name) => [name, name.includes('model-1')]))
  return { ...json, data: { ...json.data, model_limits: limits } }
})

/** Reports totals that change with every third request. */
const totalsThatMove = inReplies<TokenUsageReply>((json, { ordinal }) => {
  const used = Math.floor(ordinal / 3) * 10
  return { ...json, data: { ...json.data, total_granted: 1000, total_used: used, total_available: 1000 - used } }
})

const variants: readonly Variant[] = [
  {
    id: 'usage-unlimited',
    name: 'reports unlimited tokens below zero, changing totals, no model limits, and status 404 for an unknown token',
    permittedBy: 'T1, T3, T4',
    areas: ['token-usage'],
    alterations: replies(unlimited, unknownTokenWith(404), chattyErrors),
  },
  {
    id: 'usage-large-totals',
    name: 'reports unknown tokens with status 200, writes large totals in floating point and redirects',
    permittedBy: 'T1, T3, G5, G14',
    areas: ['token-usage'],
    alterations: replies(large, unknownTokenWith(200), redirects),
  },
  {
    id: 'usage-success-beside-the-envelope',
    name: 'adds an unlisted `success`, alternately false and true, to the success envelope',
    permittedBy: 'G1',
    areas: ['token-usage'],
    alterations: replies(saysSuccess),
  },
  {
    id: 'usage-overdrawn',
    name: 'reports a limited token that used more than its grant and expires at the latest possible second',
    permittedBy: 'T3, T4',
    areas: ['token-usage'],
    alterations: replies(overdrawn, inOppositeOrder),
  },
  {
    id: 'usage-shuffled-limits',
    name: 'lists the limits of many models in another order each time, and reports unknown tokens with status 403',
    permittedBy: 'T1, T2, RFC 8259 section 4',
    areas: ['token-usage'],
    alterations: replies(
      shuffledLimits,
      unknownTokenWith(403),
      withHeaders({ 'www-authenticate': 'Bearer realm="console"', 'cache-control': 'no-store' }),
    ),
  },
  {
    id: 'usage-totals-that-move',
    name: 'changes its totals with every third request',
    permittedBy: 'T2, T3',
    areas: ['token-usage'],
    alterations: replies(totalsThatMove),
  },
  {
    id: 'usage-escaped-slashes',
    name: 'writes JSON over many lines, and escapes every slash and all non-ASCII characters',
    permittedBy: 'G14, RFC 8259 section 7',
    areas: ['token-usage'],
    alterations: replies(overdrawn, withSlashesEscaped),
  },
]
export default variants
