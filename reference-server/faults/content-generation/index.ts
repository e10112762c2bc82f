import type { Fault } from '../fault.ts'
import { acceptanceFaults } from './acceptances.ts'
import { detailFaults } from './details.ts'
import { errorFaults } from './error.ts'
import { obedienceFaults } from './obedience.ts'
import { rejectionFaults } from './rejections.ts'
import { shapeFaults } from './shape.ts'
import { streamFaults } from './stream.ts'
import { streamObedienceFaults } from './stream-obedience.ts'

const contentGeneration: readonly Fault[] = [
  ...acceptanceFaults,
  ...rejectionFaults,
  ...shapeFaults,
  ...detailFaults,
  ...obedienceFaults,
  ...streamFaults,
  ...streamObedienceFaults,
  ...errorFaults,
]
export default contentGeneration
