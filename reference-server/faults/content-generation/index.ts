import type { IncomingRequest } from '../../incoming-request.ts'
import { jsonReply } from '../../reply.ts'
import { breaking, onError } from '../alterations.ts'
import {
  overlooksEach,
  rejectsEach,
  rejectsPlain,
  rejectsSpelling,
  rejectsTogether,
  rejectsUse,
  remembersKey,
} from '../families.ts'
import type { Fault } from '../fault.ts'
import { detailFaults } from './details.ts'
import { contentErrorFaults } from './error.ts'
import { obedienceFaults } from './obedience.ts'
import { shapeFaults } from './shape.ts'
import { streamFaults } from './stream.ts'
import { streamObedienceFaults } from './stream-obedience.ts'

/** Servers that do not enforce one rule each. */
const rejectionFaults: readonly Fault[] = [
  ...overlooksEach('content-generation', {
    'content.model-unknown-rejected': servesUnknownModels,
  }),
  remembersKey(
    'content-key-of-connection',
    ['content.missing-key-unauthenticated', 'content.invalid-key-unauthenticated'],
    ['content.generate', 'content.stream'],
  ),
]

/**
 * Accepts every model name. The handler knows its model by name, whatever a client calls an unknown one, so overlooking
 * a violation is not enough.
 */
function servesUnknownModels(id: 'content.model-unknown-rejected'): Fault {
  const candidates = [{ content: { role: 'model', parts: [{ text: 'amber apple' }] }, finishReason: 'STOP', index: 0 }]
  const serve = onError(['content.generate'], (reply) =>
    reply.status === 404 ? jsonReply(200, { candidates }) : reply,
  )
  return breaking(`overlook:${id}`, [id], serve)
}

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
