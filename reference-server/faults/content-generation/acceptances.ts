import type { IncomingRequest } from '../../incoming-request.ts'
import { blamingAny, rejectsEach, rejectsPlain, rejectsUse } from '../families.ts'
import type { Fault } from '../fault.ts'
import { rejectsTogether } from '../together.ts'

/** Servers that reject one listed feature each. */
export const acceptanceFaults: readonly Fault[] = blamingAny([
  rejectsPlain('content.plain-request-accepted', isMeant),
  rejectsTogether('content.combinations-accepted', ['content.temperature-accepted', 'content.seed-accepted']),
  ...rejectsEach('content-generation', {
    // This member requests the feature AUDIO.
    'content.response-modalities-accepted': (id) => ({ ...rejectsUse(id), breaks: [id, 'content.speech-served'] }),
  }),
])

/** A request for an unknown model is rejected for that first. */
function isMeant({ endpoint, value }: IncomingRequest): boolean {
  return endpoint.startsWith('content.') && value.path?.['model'] === 'content-model-1'
}
