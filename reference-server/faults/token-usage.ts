import { isObject, type Members, membersOf } from '../../schemas/json.ts'
import { type Change, inReply, onSuccess, within } from '../alterations.ts'
import type { IncomingRequest } from '../incoming-request.ts'
import { bytes, jsonReply, type Reply } from '../reply.ts'
import { asHtml, asPlainText, inUtf16, withStatus } from '../transport-alterations.ts'
import { rejectsPlain, remembersKey } from './families.ts'
import { breaking, type Fault, wrongIn } from './fault.ts'

const inEnvelope = (id: string, breaks: Fault['breaks'], change: Change): Fault =>
  breaking(id, breaks, inReply('usage.token', change))
const inData = (id: string, breaks: Fault['breaks'], change: Change): Fault =>
  inEnvelope(id, breaks, within('data', change))
const wrong = wrongIn((change) => inReply('usage.token', change))
const instead = (id: string, breaks: Fault['breaks'], alter: (reply: Reply) => Reply): Fault =>
  breaking(id, breaks, onSuccess('usage.token', alter))

/** Defects in the reply for a known token (section 2.5), one for each member. */
const replyFaults: readonly Fault[] = [
  wrong('usage-code-missing', 'usage.reply-code', '/code'),
  wrong('usage-message-null', 'usage.reply-message', '/message', null),
  inEnvelope('usage-data-list', ['usage.reply-data'], ({ data, ...reply }) => ({ ...reply, data: [data] })),
  inEnvelope('usage-bare-list', ['usage.reply-object'], (reply) => [reply]),
  instead('usage-error-as-success', ['usage.reply-envelope'], () =>
    jsonReply(200, { success: false, message: 'the database is asleep' }),
  ),
  instead('usage-wrapped-error-as-success', ['usage.reply-envelope'], () =>
    jsonReply(200, { error: { message: 'the database is asleep' } }),
  ),

  wrong('usage-object-token', 'usage.reply-data-object', '/data/object', 'token'),
  inData('usage-granted-string', ['usage.reply-total-granted'], asText('total_granted')),
  inData('usage-sum-wrong', ['usage.totals-add-up'], ({ total_granted, ...data }) => ({
    ...data,
    total_granted: Number(total_granted) + 1,
  })),
  inData('usage-granted-is-what-is-left', ['usage.totals-add-up'], (data) => ({
    ...data,
    total_used: Number(data['total_used']) + 5,
    total_granted: data['total_available'],
  })),
  wrong('usage-limits-numbers', 'usage.reply-model-limits-values', '/data/model_limits', { 'image-model-1': 100 }),
  wrong('usage-expires-string', 'usage.reply-expires-at', '/data/expires_at', '2030-01-01T00:00:00Z'),
  wrong('usage-expires-null', 'usage.reply-expires-at', '/data/expires_at', null),
  wrong('usage-expires-minus-one', 'usage.expires-at-in-seconds', '/data/expires_at', -1),
  wrong('usage-expires-milliseconds', 'usage.expires-at-in-seconds', '/data/expires_at', 1_900_000_000_000),

  instead('usage-not-json', ['usage.reply-parses'], () => bytes(200, 'application/json', '{"code":true,')),
  instead('usage-html', ['usage.reply-parses'], asHtml),
  instead('usage-utf-16', ['usage.reply-utf-8'], inUtf16),
  instead('usage-text-plain', ['usage.reply-content-type'], asPlainText),
  instead('usage-201', ['usage.success-status'], withStatus(201)),
]

function asText(name: string): Change {
  return (data) => ({ ...data, [name]: String(data[name]) })
}

/** The kinds of clients without a valid key. */
type Stranger = 'none' | 'other-scheme' | 'unknown'

const withMessage =
  (message: string, status = 401) =>
  () =>
    jsonReply(status, { success: false, message })

/** Defects in authentication and in the response to a rejected client (sections 5 and 7). */
const rejectionFaults: readonly Fault[] = [
  remembersKey(
    'usage-key-of-connection',
    [
      'usage.missing-credential-status',
      'usage.not-bearer-status',
      'usage.unknown-token-status',
      'usage.unknown-token-body',
    ],
    ['usage.token'],
  ),
  telling('none', 'usage-missing-403', ['usage.missing-credential-status'], withStatus(403)),
  telling('none', 'usage-missing-200', ['usage.missing-credential-status'], withStatus(200)),
  telling('none', 'usage-missing-message', ['usage.missing-credential-message'], withMessage('Unauthorized')),
  telling(
    'none',
    'usage-missing-message-case',
    ['usage.missing-credential-message'],
    withMessage('no authorization header'),
  ),
  telling('other-scheme', 'usage-not-bearer-400', ['usage.not-bearer-status'], withStatus(400)),
  telling(
    'other-scheme',
    'usage-not-bearer-message',
    ['usage.not-bearer-message'],
    withMessage('No Authorization header'),
  ),
  telling('unknown', 'usage-unknown-message', ['usage.unknown-token-body'], withMessage('Invalid token')),
  telling('unknown', 'usage-unknown-404', ['usage.unknown-token-status'], withStatus(404)),
  telling('unknown', 'usage-unknown-200', ['usage.unknown-token-status'], withStatus(200)),
  breaking('usage-unknown-prefix-message', ['usage.unknown-token-body'], (reply, request) =>
    strangerIn(request) === 'unknown' && hasPrefix(request) ? withMessage('Invalid token')() : reply,
  ),
  telling('none', 'usage-error-as-plain-text', ['usage.error-content-type'], asPlainText),
  telling('none', 'usage-error-wrapped', ['usage.error-success', 'usage.error-message'], () =>
    jsonReply(401, { error: { message: 'No Authorization header' } }),
  ),
  telling('none', 'usage-error-text', ['usage.error-object'], () => jsonReply(401, 'No Authorization header')),
  telling('none', 'usage-missing-500', ['usage.missing-credential-status'], withStatus(500)),
  telling('other-scheme', 'usage-not-bearer-503', ['usage.not-bearer-status'], withStatus(503)),
  breaking('usage-prefix-unknown', ['usage.sk-prefix-accepted'], (reply, request) =>
    isOfPair(request) ? withMessage('token not found')() : reply,
  ),
  breaking('usage-prefix-another-token', ['usage.sk-prefix-same-data'], (reply, request) =>
    isOfPair(request) ? withData(reply, (data) => ({ ...data, name: 'another' })) : reply,
  ),
  breaking('usage-prefix-other-totals', ['usage.sk-prefix-same-data'], (reply, request) =>
    isOfPair(request) ? withData(reply, moreGranted) : reply,
  ),
  breaking('usage-prefix-500', ['usage.sk-prefix-accepted'], (reply, request) =>
    isOfPair(request) ? withMessage('the database is asleep', 500)() : reply,
  ),
  rejectsPlain('usage.plain-request-accepted', ({ endpoint }) => endpoint === 'usage.token'),
]

export const tokenUsageFaults: readonly Fault[] = [...replyFaults, ...rejectionFaults]

function telling(stranger: Stranger, id: string, breaks: Fault['breaks'], alter: (reply: Reply) => Reply): Fault {
  return breaking(id, breaks, (reply, request) => (strangerIn(request) === stranger ? alter(reply) : reply))
}

function strangerIn({ endpoint, presented, token }: IncomingRequest): Stranger | undefined {
  if (endpoint !== 'usage.token') return undefined
  if (presented.kind !== 'key') return presented.kind
  return token === undefined ? 'unknown' : undefined
}

function hasPrefix({ presented }: IncomingRequest): boolean {
  return presented.kind === 'key' && presented.key.startsWith('sk-')
}

function isOfPair(request: IncomingRequest): boolean {
  return request.endpoint === 'usage.token' && request.token !== undefined && hasPrefix(request)
}

/** Changes the figures of a reply. Another defect may have removed them. */
function withData(reply: Reply, change: (data: Members) => Members): Reply {
  const { data, ...envelope } = membersOf(reply.body.kind === 'json' ? reply.body.value : undefined)
  return isObject(data) ? { ...reply, body: { kind: 'json', value: { ...envelope, data: change(data) } } } : reply
}

/** Returns consistent totals of another token. */
function moreGranted({ total_granted, total_available, ...data }: Members): Members {
  return { ...data, total_granted: Number(total_granted) + 1, total_available: Number(total_available) + 1 }
}
