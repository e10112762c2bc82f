import { isObject, type Members, membersOf } from '../../../schemas/json.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import { jsonReply, type Reply } from '../../reply.ts'
import { breaking } from '../alterations.ts'
import { rejectsPlain, remembersKey } from '../families.ts'
import type { Fault } from '../fault.ts'
import { asPlainText, withStatus } from '../transport.ts'

/** The kinds of clients without a known key. */
type Stranger = 'none' | 'other-scheme' | 'unknown'

const withMessage =
  (message: string, status = 401) =>
  () =>
    jsonReply(status, { success: false, message })

/** Defects in authentication and in the response to a rejected client (sections 5 and 7). */
export const tokenRejectionFaults: readonly Fault[] = [
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
  telling('none', 'usage-error-as-plain-text', ['usage.error-content-type'], asPlainText),
  telling('none', 'usage-error-success-true', ['usage.error-success'], () =>
    jsonReply(401, { success: true, message: 'No Authorization header' }),
  ),
  telling('none', 'usage-error-success-text', ['usage.error-success'], () =>
    jsonReply(401, { success: 'false', message: 'No Authorization header' }),
  ),
  telling('none', 'usage-error-message-list', ['usage.error-message'], () =>
    jsonReply(401, { success: false, message: ['No Authorization header'] }),
  ),
  telling('none', 'usage-error-wrapped', ['usage.error-success', 'usage.error-message'], () =>
    jsonReply(401, { error: { message: 'No Authorization header' } }),
  ),
  telling('none', 'usage-error-text', ['usage.error-object'], () => jsonReply(401, 'No Authorization header')),
  telling('none', 'usage-missing-500', ['usage.missing-credential-status'], withStatus(500)),
  telling('other-scheme', 'usage-not-bearer-503', ['usage.not-bearer-status'], withStatus(503)),
  breaking('usage-prefix-unknown', ['usage.sk-prefix-accepted'], (reply, request) =>
    hasPrefix(request) ? withMessage('token not found')() : reply,
  ),
  breaking('usage-prefix-another-token', ['usage.sk-prefix-same-data'], (reply, request) =>
    hasPrefix(request) ? withData(reply, (data) => ({ ...data, name: 'another' })) : reply,
  ),
  breaking('usage-prefix-other-totals', ['usage.sk-prefix-same-data'], (reply, request) =>
    hasPrefix(request) ? withData(reply, moreUsed) : reply,
  ),
  breaking('usage-prefix-500', ['usage.sk-prefix-accepted'], (reply, request) =>
    hasPrefix(request) ? withMessage('the database is asleep', 500)() : reply,
  ),
  rejectsPlain('usage.plain-request-accepted', ({ endpoint }) => endpoint === 'usage.token'),
]

function telling(stranger: Stranger, id: string, breaks: Fault['breaks'], alter: (reply: Reply) => Reply): Fault {
  return breaking(id, breaks, (reply, request) => (strangerIn(request) === stranger ? alter(reply) : reply))
}

function strangerIn({ endpoint, presented, token }: IncomingRequest): Stranger | undefined {
  if (endpoint !== 'usage.token') return undefined
  if (presented.kind !== 'key') return presented.kind
  return token === undefined ? 'unknown' : undefined
}

function hasPrefix({ endpoint, presented, token }: IncomingRequest): boolean {
  return (
    endpoint === 'usage.token' && token !== undefined && presented.kind === 'key' && presented.key.startsWith('sk-')
  )
}

/** Changes the figures of a reply that has any. Another defect may have removed them. */
function withData(reply: Reply, change: (data: Members) => Members): Reply {
  const { data, ...envelope } = membersOf(reply.body.kind === 'json' ? reply.body.value : undefined)
  return isObject(data) ? { ...reply, body: { kind: 'json', value: { ...envelope, data: change(data) } } } : reply
}

/** Returns consistent totals of another token. */
function moreUsed({ total_used, total_available, ...data }: Members): Members {
  return { ...data, total_used: Number(total_used) + 1, total_available: Number(total_available) - 1 }
}
