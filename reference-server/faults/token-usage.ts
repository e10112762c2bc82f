import type { Fault } from './fault.ts'
import { tokenRefusalFaults } from './token-usage-refusal.ts'
import { tokenReplyFaults } from './token-usage-reply.ts'

const tokenUsage: readonly Fault[] = [...tokenReplyFaults, ...tokenRefusalFaults]
export default tokenUsage
