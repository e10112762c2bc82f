import type { IncomingRequest } from '../../incoming-request.ts'
import { admits, overlooksEach, remembersKey } from '../families.ts'
import type { Fault } from '../fault.ts'

/** Servers that do not enforce one rule each. */
export const rejectionFaults: readonly Fault[] = [
  ...overlooksEach('messages'),
  admits('messages.key-missing-rejected', 'missing', isMeant),
  admits('messages.key-invalid-rejected', 'unknown', isMeant),
  remembersKey(
    'messages-key-of-connection',
    ['messages.key-missing-rejected', 'messages.key-invalid-rejected'],
    ['messages.create', 'messages.stream'],
  ),
]

function isMeant({ endpoint }: IncomingRequest): boolean {
  return endpoint.startsWith('messages.')
}
