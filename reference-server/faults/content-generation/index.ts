import type { IncomingRequest } from '../../incoming-request.ts'
import { rejectsEach, rejectsPlain, rejectsSpelling, rejectsTogether, rejectsUse } from '../families.ts'
import type { Fault } from '../fault.ts'
import { detailFaults } from './details.ts'
import { contentErrorFaults } from './error.ts'
import { obedienceFaults } from './obedience.ts'
import { rejectionFaults } from './rejections.ts'
import { shapeFaults } from './shape.ts'
import { streamFaults } from './stream.ts'
import { streamObedienceFaults } from './stream-obedience.ts'

/** Servers that reject one listed feature each. */
const acceptanceFaults: readonly Fault[] = [
  rejectsPlain('content.plain-request-accepted', isOfKnownModel),
  rejectsTogether('content.combinations-accepted', ['content.temperature-accepted', 'content.seed-accepted']),
  rejectsSpelling('content.json-spelling-accepted', isOfKnownModel),
  ...rejectsEach('content-generation', {
    // This member requests the feature AUDIO.
    'content.response-modalities-accepted': (id) => ({ ...rejectsUse(id), breaks: [id, 'content.speech-served'] }),
  }),
]

/** A request for an unknown model is rejected for that first. */
function isOfKnownModel({ endpoint, value }: IncomingRequest): boolean {
  return endpoint.startsWith('content.') && value.path?.['model'] === 'content-model-1'
}

const contentGeneration: readonly Fault[] = [
  ...acceptanceFaults,
  ...rejectionFaults,
  ...shapeFaults,
  ...detailFaults,
  ...obedienceFaults,
  ...streamFaults,
  ...streamObedienceFaults,
  ...contentErrorFaults,
]
export default contentGeneration
