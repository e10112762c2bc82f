import { errorFaults } from './content-error.ts'
import { obedienceFaults } from './content-obedience.ts'
import { shapeFaults } from './content-shape.ts'
import { streamFaults } from './content-stream.ts'
import type { Fault } from './fault.ts'

const contentGeneration: readonly Fault[] = [...shapeFaults, ...obedienceFaults, ...streamFaults, ...errorFaults]
export default contentGeneration
