import type { Fault } from '../fault.ts'
import { tokenRejectionFaults } from './rejection.ts'
import { tokenReplyFaults } from './reply.ts'

const tokenUsage: readonly Fault[] = [...tokenReplyFaults, ...tokenRejectionFaults]
export default tokenUsage
