import type { IncomingRequest } from '../../incoming-request.ts'
import { blamingAny, rejectsEach, rejectsPlain, rejectsUse } from '../families.ts'
import type { Fault } from '../fault.ts'
import { rejectsTogether } from '../together.ts'

/** A server for each listed thing that it does not accept. */
export const acceptanceFaults: readonly Fault[] = blamingAny([
  rejectsPlain('content.plain-request-accepted', isMeant),
  rejectsTogether('content.combinations-accepted', ['content.temperature-accepted', 'content.seed-accepted']),
  ...rejectsEach('content-generation', {
    // What is asked for as AUDIO is asked for by this member.
    'content.response-modalities-accepted': (id) => ({ ...rejectsUse(id), breaks: [id, 'content.speech-served'] }),
  }),
])

/** A request for a model that is not there is told so first. */
function isMeant({ endpoint, value }: IncomingRequest): boolean {
  return endpoint.startsWith('content.') && value.path?.['model'] === 'content-model-1'
}
