import type { Fault } from './fault.ts'
import { acceptanceFaults } from './messages-acceptances.ts'
import { errorFaults } from './messages-error.ts'
import { refusalFaults } from './messages-refusals.ts'
import { replyFaults } from './messages-reply.ts'
import { streamFramingFaults } from './messages-stream-framing.ts'
import { streamOrderFaults } from './messages-stream-order.ts'
import { streamPayloadFaults } from './messages-stream-payload.ts'
import { toolFaults } from './messages-tools.ts'

const messages: readonly Fault[] = [
  ...acceptanceFaults,
  ...refusalFaults,
  ...replyFaults,
  ...toolFaults,
  ...streamOrderFaults,
  ...streamPayloadFaults,
  ...streamFramingFaults,
  ...errorFaults,
]
export default messages
