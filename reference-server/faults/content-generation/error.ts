import type { Endpoint } from '../../../conformance/core/model/vocabulary.ts'
import { isObject, itemsOf, type Members, membersOf } from '../../../schemas/json.ts'
import { type Alteration, type Change, each, having, inError, onError, onSuccess, within } from '../../alterations.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import { events, jsonReply, type Reply } from '../../reply.ts'
import { asErrorPage, asPlainText } from '../../transport-alterations.ts'
import { sentencesOf } from '../families.ts'
import { breaking, type Fault, wrongIn } from '../fault.ts'
import { limitedTo } from '../limited.ts'
import { contentOperations, settingsOf } from './alterations.ts'

const inErrorObject = (change: Change) => inError(contentOperations, within('error', change))
const wrong = wrongIn((change) => inError(contentOperations, change))
const inDetails = (change: Change) => inErrorObject(each('details', change))

/** The rejection requirements of this area's schemas. */
const rejectedRules = sentencesOf('content-generation', 'rejection')

/** Defects of rejections: their status, their words and their body (section 7). */
export const contentErrorFaults: readonly Fault[] = [
  breaking('content-error-html', ['content.error-json'], onError(contentOperations, asErrorPage)),
  breaking('content-error-as-plain-text', ['content.error-content-type'], onError(contentOperations, asPlainText)),
  breaking(
    'content-error-as-detail',
    ['content.error-object'],
    onError(contentOperations, ({ status }) => jsonReply(status, { detail: [] })),
  ),
  wrong('content-error-code-as-text', 'content.error-code', '/error/code', 'http_error'),
  wrong('content-error-no-status', 'content.error-status', '/error/status'),
  breaking(
    'content-error-violation-of-another-field',
    ['content.field-violation-names-broken'],
    inDetails(each('fieldViolations', having({ field: 'cachedContent' }))),
  ),
  wrong('content-error-code-of-another-status', 'content.error-code-equals-status', '/error/code', 1),
  breaking(
    'content-400-other-word',
    ['content.error-400-word', 'content.broken-rule-invalid-argument'],
    wordOf(400, 'BAD_REQUEST'),
  ),
  breaking('content-400-precondition', ['content.broken-rule-invalid-argument'], wordOf(400, 'FAILED_PRECONDITION')),
  breaking('content-401-other-word', ['content.error-401-word'], wordOf(401, 'UNAUTHORIZED')),
  breaking('content-404-other-word', ['content.error-404-word'], wordOf(404, 'MODEL_NOT_FOUND')),
  breaking('content-unknown-model-400', ['content.unknown-model-not-found'], moved(404, 400, 'INVALID_ARGUMENT')),
  breaking('content-invalid-422', ['content.broken-rule-invalid-argument'], moved(400, 422, 'INVALID_ARGUMENT')),
  breaking('content-invalid-404', ['content.broken-rule-invalid-argument'], moved(400, 404, 'NOT_FOUND')),
  breaking('content-invalid-413', ['content.too-large-only-when-larger'], moved(400, 413, 'PAYLOAD_TOO_LARGE')),
  limitedTo(
    'content.stream',
    breaking(
      'content-stream-invalid-in-200',
      [
        'content.broken-rule-invalid-argument',
        'content.unknown-model-not-found',
        'content.missing-key-unauthenticated',
        'content.invalid-key-unauthenticated',
        ...rejectedRules.filter((id) => id !== 'content.language-code-unsupported-rejected'),
      ],
      errorsInStream,
    ),
  ),
  { id: 'content-mute', breaks: ['content.speech-served'], reject: ({ value }) => wantsSpeech(value.body) },
  {
    id: 'content-no-english',
    breaks: ['content.speech-language-served'],
    reject: ({ value }) =>
      wantsSpeech(value.body) && membersOf(settingsOf(value.body)['speechConfig'])['languageCode'] === 'en-US',
  },
  breaking('content-key-in-headers-only', ['content.key-in-query'], withoutQueryKey),
  breaking(
    'content-key-400',
    ['content.missing-key-unauthenticated', 'content.invalid-key-unauthenticated'],
    moved(401, 400, 'INVALID_ARGUMENT'),
  ),
  breaking('content-error-in-200', ['content.reply-recognised'], nowAndThenSaid(200)),
  breaking(
    'content-413-other-word',
    ['content.error-413-word', 'content.too-large-only-when-larger'],
    onceRejected(413, 'TOO_LARGE'),
  ),
  breaking('content-403-other-word', ['content.error-403-word'], nowAndThen(403, 'FORBIDDEN', ['content.generate'])),
  breaking('content-429-other-word', ['content.error-429-word'], nowAndThen(429, 'TOO_MANY_REQUESTS')),
  breaking('content-500-other-word', ['content.error-500-word'], nowAndThen(500, 'SERVER_ERROR')),
  breaking('content-503-other-word', ['content.error-503-word'], nowAndThen(503, 'OVERLOADED')),
  breaking('content-504-other-word', ['content.error-504-word'], nowAndThen(504, 'TIMEOUT')),
]

/** Sends a rejection as a stream with a success status and the error as its only event. */
function errorsInStream(reply: Reply, { endpoint }: IncomingRequest): Reply {
  if (endpoint !== 'content.stream' || reply.status < 400 || reply.body.kind !== 'json') return reply
  return events([{ data: reply.body.value }])
}

/** Accepts the key in a header and rejects the query parameter. */
function withoutQueryKey(reply: Reply, { endpoint, presented }: IncomingRequest): Reply {
  if (!endpoint.startsWith('content.') || presented.kind !== 'key' || presented.place !== 'query-key') return reply
  return jsonReply(401, { error: { code: 401, message: 'No API key was sent.', status: 'UNAUTHENTICATED' } })
}

function wantsSpeech(body: unknown): boolean {
  return itemsOf(settingsOf(body)['responseModalities']).includes('AUDIO')
}

/** Uses another word for rejections with this status. */
function wordOf(status: number, word: string): Alteration {
  return onError(contentOperations, (reply) => (reply.status === status ? withError(reply, { status: word }) : reply))
}

/** Sends rejections that have one status with another one. */
function moved(from: number, to: number, word: string): Alteration {
  return onError(contentOperations, (reply) =>
    reply.status === from ? withError({ ...reply, status: to }, { code: to, status: word }) : reply,
  )
}

/** Sends every fifth rejection of an invalid request with another status. */
function onceRejected(status: number, word: string): Alteration {
  return onError(contentOperations, (reply, { ordinal }) =>
    reply.status === 400 && ordinal % 5 === 0 ? withError({ ...reply, status }, { code: status, status: word }) : reply,
  )
}

/** Replaces one in twenty successful replies with an error body and a success status. */
function nowAndThenSaid(status: number): Alteration {
  return onTurn(['content.generate'], () =>
    jsonReply(status, { error: { code: 500, message: 'Not now.', status: 'INTERNAL' } }),
  )
}

/** Replaces one in twenty successful replies with an error. */
function nowAndThen(status: number, word: string, on: readonly Endpoint[] = contentOperations): Alteration {
  return onTurn(on, () => jsonReply(status, { error: { code: status, message: 'Not now.', status: word } }))
}

function onTurn(on: readonly Endpoint[], instead: () => Reply): Alteration {
  return onSuccess(on, (reply, { ordinal }) => (ordinal % 20 === 3 ? instead() : reply))
}

function withError(reply: Reply, members: Members): Reply {
  if (reply.body.kind !== 'json' || !isObject(reply.body.value)) return reply
  const value = { error: { ...membersOf(reply.body.value['error']), ...members } }
  return { ...reply, body: { kind: 'json', value } }
}
