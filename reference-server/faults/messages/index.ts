import type { IncomingRequest } from '../../incoming-request.ts'
import { admits, overlooksEach, remembersKey } from '../families.ts'
import type { Fault } from '../fault.ts'
import { acceptanceFaults } from './acceptances.ts'
import { messageErrorFaults } from './error.ts'
import { isolationFaults, replyFaults } from './reply.ts'
import { streamFramingFaults } from './stream-framing.ts'
import { streamOrderFaults } from './stream-order.ts'
import { streamPayloadFaults } from './stream-payload.ts'
import { toolFaults } from './tools.ts'

/** Servers that do not enforce one rule each. */
const rejectionFaults: readonly Fault[] = [
  ...overlooksEach('messages'),
  admits('messages.key-missing-rejected', 'missing', isMessages),
  admits('messages.key-invalid-rejected', 'unknown', isMessages),
  remembersKey(
    'messages-key-of-connection',
    ['messages.key-missing-rejected', 'messages.key-invalid-rejected'],
    ['messages.create', 'messages.stream'],
  ),
]

function isMessages({ endpoint }: IncomingRequest): boolean {
  return endpoint.startsWith('messages.')
}

const messages: readonly Fault[] = [
  ...acceptanceFaults,
  ...rejectionFaults,
  ...replyFaults,
  ...toolFaults,
  ...streamOrderFaults,
  ...streamPayloadFaults,
  ...streamFramingFaults,
  ...messageErrorFaults,
  ...isolationFaults,
]
export default messages
