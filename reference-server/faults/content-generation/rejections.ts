import { jsonReply } from '../../reply.ts'
import { breaking, onError } from '../alterations.ts'
import { overlooksEach, remembersKey, sentencesOf } from '../families.ts'
import type { Fault } from '../fault.ts'

/** The rejection requirements of this area's schemas. */
export const rejectedRules = sentencesOf('content-generation', 'rejection')

/** Servers that do not enforce one rule each. */
export const rejectionFaults: readonly Fault[] = [
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
