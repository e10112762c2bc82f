import type { RequirementId } from '../../conformance/catalogue.ts'
import type { Endpoint } from '../../conformance/model/vocabulary.ts'
import type { IncomingRequest } from '../incoming-request.ts'
import type { Fault } from './fault.ts'
import { limitedTo } from './limited.ts'

/** The sentence of each operation that breaks if an optional member is required, and members that can be required. */
const wanted: readonly (readonly [Endpoint, RequirementId, readonly string[]])[] = [
  ['images.generate', 'images.generate-plain-request-accepted', ['model', 'n', 'size', 'response_format', 'user']],
  ['images.edit', 'images.edit-plain-request-accepted', ['n', 'size', 'response_format', 'user']],
  ['images.variation', 'images.variation-plain-request-accepted', ['n', 'size', 'response_format', 'user']],
  ['content.generate', 'content.plain-request-accepted', ['generationConfig', 'safetySettings', 'systemInstruction']],
  ['content.stream', 'content.plain-request-accepted', ['generationConfig', 'safetySettings']],
  [
    'messages.create',
    'messages.plain-request-accepted',
    ['system', 'metadata', 'stop_sequences', 'temperature', 'top_k', 'top_p'],
  ],
  ['messages.stream', 'messages.stream-plain-request-accepted', ['system', 'temperature']],
]

/** Servers that reject every request without a certain optional member. */
export const wantingMembers: readonly Fault[] = wanted.flatMap(([endpoint, id, members]) =>
  members.map((member) => wants(endpoint, member, id)),
)

function wants(endpoint: Endpoint, member: string, id: RequirementId): Fault {
  return limitedTo(endpoint, {
    id: `want:${endpoint}/${member}`,
    breaks: [id],
    reject: (request) => request.validation.violations.length === 0 && lacks(request, member),
  })
}

function lacks({ value: { body } }: IncomingRequest, member: string): boolean {
  const spellings = [member, member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]
  return typeof body === 'object' && body !== null && !spellings.some((spelling) => Object.hasOwn(body, spelling))
}
