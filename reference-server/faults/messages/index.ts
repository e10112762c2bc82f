import type { RequirementId } from '../../../conformance/specification/catalogue.ts'
import { itemsOf, membersOf } from '../../../schemas/json.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import {
  admits,
  overlooksEach,
  rejectsEach,
  rejectsPlain,
  rejectsSpelling,
  rejectsTogether,
  remembersKey,
} from '../families.ts'
import type { Fault } from '../fault.ts'
import { limitedTo } from '../limited.ts'
import { messageErrorFaults } from './error.ts'
import { isolationFaults, replyFaults } from './reply.ts'
import { streamFramingFaults } from './stream-framing.ts'
import { streamOrderFaults } from './stream-order.ts'
import { streamPayloadFaults } from './stream-payload.ts'
import { toolFaults } from './tools.ts'

/** Servers that reject complete valid requests. */
const wholes: readonly Fault[] = [
  rejectsPlain('messages.plain-request-accepted', (request) => request.endpoint === 'messages.create'),
  rejectsPlain('messages.stream-plain-request-accepted', (request) => request.endpoint === 'messages.stream'),
  rejectsSpelling('messages.json-spelling-accepted', ({ endpoint }) => endpoint.startsWith('messages.')),
  rejectsTogether('messages.combinations-accepted', ['messages.system-accepted', 'messages.temperature-accepted']),
]

/**
 * Servers that reject a listed feature only in some places, in requests whose only other features are turns and the
 * limit of tokens. Since they accept it elsewhere, the combination is rejected, not the feature (interpretation G2).
 */
const partly: readonly Fault[] = [
  limitedTo(
    'messages.create',
    rejecting('messages-third-turn-rejected', 'messages.same-role-turns-accepted', ({ value }) =>
      rolesIn(value).some((role, index, all) => index > 1 && role === all[index - 1] && role === all[index - 2]),
    ),
  ),
  limitedTo(
    'messages.create',
    rejecting('messages-assistant-after-assistant-rejected', 'messages.same-role-turns-accepted', ({ value }) =>
      rolesIn(value).some((role, index, all) => role === 'assistant' && all[index - 1] === role),
    ),
  ),
  limitedTo('messages.create', {
    id: 'messages-own-tool-use-id-rejected',
    // Other ids are accepted, so the ids are the difference (interpretation G2).
    breaks: ['messages.combinations-accepted'],
    reject: ({ value, validation }) => validation.violations.length === 0 && usesIn(value).some(isOwnId),
  }),
  limitedTo('messages.create', {
    id: 'messages-streamed-tool-use-id-rejected',
    // Ids of plain replies are accepted, so the ids are the difference (interpretation G2).
    breaks: ['messages.combinations-accepted'],
    reject: ({ value, validation }) =>
      validation.violations.length === 0 && usesIn(value).some((id) => isOwnId(id) && id.startsWith('toolu_s')),
  }),
  limitedTo(
    'messages.stream',
    rejecting(
      'messages-streamed-prefill-rejected',
      'messages.prefill-accepted',
      ({ value }) => rolesIn(value).at(-1) === 'assistant',
    ),
  ),
]

function rejecting(id: string, feature: RequirementId, isRejected: (request: IncomingRequest) => boolean): Fault {
  return {
    id,
    breaks: ['messages.combinations-accepted'],
    reject: (request) => isAbout(feature, request) && isRejected(request),
  }
}

function isAbout(id: RequirementId, { validation: { violations, uses } }: IncomingRequest): boolean {
  const isUsed = uses.some(({ requirement }) => requirement === id)
  return (
    violations.length === 0 &&
    isUsed &&
    uses.every(({ pointer }) => /^\/body\/(messages\/\d+|max_tokens)$/.test(pointer))
  )
}

/** Returns the ids of earlier tool uses. */
function usesIn({ body }: IncomingRequest['value']): readonly string[] {
  const blocks = itemsOf(membersOf(body)['messages']).flatMap((message) => itemsOf(membersOf(message)['content']))
  return blocks.flatMap((block) => (membersOf(block)['type'] === 'tool_use' ? [String(membersOf(block)['id'])] : []))
}

function isOwnId(id: string): boolean {
  return /^toolu_[cs][0-9a-z]{16}/.test(id)
}

function rolesIn({ body }: IncomingRequest['value']): readonly unknown[] {
  return itemsOf(membersOf(body)['messages']).map((message) => membersOf(message)['role'])
}

/** Servers that each reject one listed feature. */
const acceptanceFaults: readonly Fault[] = [...wholes, ...rejectsEach('messages'), ...partly]

/** Servers that each leave one rule unenforced. */
const rejectionFaults: readonly Fault[] = [
  ...overlooksEach('messages'),
  admits('messages.key-missing-rejected', 'missing', isMessages),
  admits('messages.key-invalid-rejected', 'unknown', isMessages),
  remembersKey(
    'messages-key-of-connection',
    ['messages.key-missing-rejected', 'messages.key-invalid-rejected'],
    ['messages.create', 'messages.stream'],
  ),
]

function isMessages({ endpoint }: IncomingRequest): boolean {
  return endpoint.startsWith('messages.')
}

const messages: readonly Fault[] = [
  ...acceptanceFaults,
  ...rejectionFaults,
  ...replyFaults,
  ...toolFaults,
  ...streamOrderFaults,
  ...streamPayloadFaults,
  ...streamFramingFaults,
  ...messageErrorFaults,
  ...isolationFaults,
]
export default messages
