import type { IncomingRequest } from '../../incoming-request.ts'
import { admits, overlooksEach, remembersKey } from '../families.ts'
import type { Fault } from '../fault.ts'

/** Servers that do not enforce one rule each. */
export const rejectionFaults: readonly Fault[] = [
  ...overlooksEach('messages'),
  admits('messages.key-missing-refused', 'missing', isMeant),
  admits('messages.key-invalid-refused', 'unknown', isMeant),
  remembersKey(
    'messages-key-of-connection',
    ['messages.key-missing-refused', 'messages.key-invalid-refused'],
    ['messages.create', 'messages.stream'],
  ),
]

function isMeant({ endpoint }: IncomingRequest): boolean {
  return endpoint.startsWith('messages.')
}
