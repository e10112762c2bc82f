import { acceptanceFaults } from './content-acceptances.ts'
import { errorFaults } from './content-error.ts'
import { obedienceFaults } from './content-obedience.ts'
import { refusalFaults } from './content-refusals.ts'
import { shapeFaults } from './content-shape.ts'
import { streamFaults } from './content-stream.ts'
import { streamObedienceFaults } from './content-stream-obedience.ts'
import type { Fault } from './fault.ts'

const contentGeneration: readonly Fault[] = [
  ...acceptanceFaults,
  ...refusalFaults,
  ...shapeFaults,
  ...obedienceFaults,
  ...streamFaults,
  ...streamObedienceFaults,
  ...errorFaults,
]
export default contentGeneration
