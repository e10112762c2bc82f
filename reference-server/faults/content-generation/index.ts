import type { Fault } from '../fault.ts'
import { acceptanceFaults } from './acceptances.ts'
import { errorFaults } from './error.ts'
import { obedienceFaults } from './obedience.ts'
import { refusalFaults } from './refusals.ts'
import { shapeFaults } from './shape.ts'
import { streamFaults } from './stream.ts'
import { streamObedienceFaults } from './stream-obedience.ts'

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
