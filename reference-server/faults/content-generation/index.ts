import { onError } from '../../alterations.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import { jsonReply } from '../../reply.ts'
import {
  overlooksEach,
  rejectsEach,
  rejectsPlain,
  rejectsSpelling,
  rejectsTogether,
  rejectsUse,
  remembersKey,
} from '../families.ts'
import { breaking, type Fault } from '../fault.ts'
import { detailFaults } from './details.ts'
import { contentErrorFaults } from './error.ts'
import { obedienceFaults } from './obedience.ts'
import { shapeFaults } from './shape.ts'
import { streamFaults } from './stream.ts'
import { streamObedienceFaults } from './stream-obedience.ts'

/** Servers that each leave one rule unenforced. */
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
 * Accepts every model name. Overlooking the violation is not enough, because the handler itself rejects unknown names.
 */
function servesUnknownModels(id: 'content.model-unknown-rejected'): Fault {
  const candidates = [{ content: { role: 'model', parts: [{ text: 'amber apple' }] }, finishReason: 'STOP', index: 0 }]
  const serve = onError(['content.generate'], (reply) =>
    reply.status === 404 ? jsonReply(200, { candidates }) : reply,
  )
  return { ...breaking(`overlook:${id}`, [id], serve), derivedFrom: 'rule' }
}

/** Servers that each reject one listed feature. */
const acceptanceFaults: readonly Fault[] = [
  rejectsPlain('content.plain-request-accepted', isOfKnownModel),
  rejectsTogether('content.combinations-accepted', ['content.temperature-accepted', 'content.seed-accepted']),
  rejectsSpelling('content.json-spelling-accepted', isOfKnownModel),
  ...rejectsEach('content-generation', {
    // This member requires the feature AUDIO.
    'content.response-modalities-accepted': (id) => ({ ...rejectsUse(id), breaks: [id, 'content.speech-served'] }),
  }),
]

/**
 * Returns whether a request names the known model. A request for an unknown model is rejected for that reason first.
 */
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
