import type { Fault } from '../fault.ts'
import { acceptanceFaults } from './acceptances.ts'
import { errorFaults } from './error.ts'
import { rejectionFaults } from './rejections.ts'
import { isolationFaults, replyFaults } from './reply.ts'
import { streamFramingFaults } from './stream-framing.ts'
import { streamOrderFaults } from './stream-order.ts'
import { streamPayloadFaults } from './stream-payload.ts'
import { toolFaults } from './tools.ts'

const messages: readonly Fault[] = [
  ...acceptanceFaults,
  ...rejectionFaults,
  ...replyFaults,
  ...toolFaults,
  ...streamOrderFaults,
  ...streamPayloadFaults,
  ...streamFramingFaults,
  ...errorFaults,
  ...isolationFaults,
]
export default messages
