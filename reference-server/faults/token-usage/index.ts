import type { Fault } from '../fault.ts'
import { tokenRefusalFaults } from './refusal.ts'
import { tokenReplyFaults } from './reply.ts'

const tokenUsage: readonly Fault[] = [...tokenReplyFaults, ...tokenRefusalFaults]
export default tokenUsage
