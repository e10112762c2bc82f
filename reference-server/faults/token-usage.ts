import type { Fault } from './fault.ts'

const tokenUsage: readonly Fault[] = []
export default tokenUsage
