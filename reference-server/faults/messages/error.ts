import type { Endpoint } from '../../../conformance/core/model/vocabulary.ts'
import { type Alteration, type Change, having, inError, onError, onSuccess, within } from '../../alterations.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import { bytes, jsonReply, type Reply } from '../../reply.ts'
import { messageFor } from '../../routes/messages-answer.ts'
import { asErrorPage, asPlainText } from '../../transport-alterations.ts'
import { breaking, type Fault, wrongIn } from '../fault.ts'
import { messageOperations } from './alterations.ts'

const inBody = (change: Change) => inError(messageOperations, change)
const wrong = wrongIn(inBody)
const inErrorObject = (change: Change) => inError(messageOperations, within('error', change))

/** Defects of rejections: their status and their body (section 7). */
export const messageErrorFaults: readonly Fault[] = [
  breaking('messages-key-as-bearer-only', ['messages.key-in-header'], (reply, { endpoint, presented }) =>
    endpoint.startsWith('messages.') && presented.kind === 'key' && presented.place === 'x-api-key'
      ? jsonReply(401, { error: { type: 'authentication_error', message: 'No key was sent.', code: 'no_key' } })
      : reply,
  ),
  breaking(
    'messages-error-as-string',
    ['messages.error-object'],
    inBody((body) => ({ ...body, error: 'something is wrong' })),
  ),
  breaking(
    'messages-error-as-detail',
    ['messages.error-object'],
    onError(messageOperations, ({ status }) => jsonReply(status, { detail: [{ msg: 'field required' }] })),
  ),
  wrong('messages-error-no-type', 'messages.error-type', '/error/type'),
  wrong('messages-error-no-code', 'messages.error-code', '/error/code'),
  breaking('messages-400-other-word', ['messages.error-word-of-400'], wordOf(400, 'bad_request')),
  breaking('messages-401-other-word', ['messages.error-word-of-401'], wordOf(401, 'invalid_request_error')),
  breaking(
    'messages-429-other-word',
    ['messages.error-word-of-429'],
    nowAndThen(messageOperations, 429, 'too_many_requests'),
  ),
  breaking('messages-500-other-word', ['messages.error-word-of-500'], nowAndThen(messageOperations, 500, 'api_error')),
  {
    id: 'messages-repeated-beta-rejected',
    breaks: ['messages.beta-forms-agree'],
    reject: ({ value }) => isRepeated(value.header?.['provider-beta']),
  },
  breaking('messages-error-html', ['messages.error-json'], onError(messageOperations, asErrorPage)),
  breaking('messages-401-in-words', ['messages.error-json'], onError(messageOperations, inWords)),
  breaking(
    'messages-500-for-no-max-tokens',
    ['messages.max-tokens-missing-rejected'],
    onError(messageOperations, asCrash),
  ),
  breaking('messages-error-as-answer', ['messages.key-invalid-rejected'], onError(['messages.create'], asAnswer)),
  breaking('messages-error-as-plain-text', ['messages.error-content-type'], onError(messageOperations, asPlainText)),
  breaking('messages-invalid-422', ['messages.error-status-400'], moved(400, 422)),
  breaking('messages-invalid-404', ['messages.error-status-400'], moved(400, 404)),
  breaking('messages-invalid-405', ['messages.error-status-400'], moved(400, 405)),
  breaking('messages-key-403', ['messages.key-missing-rejected', 'messages.key-invalid-rejected'], moved(401, 403)),
  breaking('messages-error-in-200', ['messages.reply-not-error'], nowAndThen(['messages.create'], 200, 'server_error')),
]

function inWords(reply: Reply): Reply {
  return reply.status === 401 ? bytes(401, 'text/plain', 'Unauthorized') : reply
}

/** Answers 500, like a server that crashes because a member is missing. */
function asCrash(reply: Reply, { validation: { violations } }: IncomingRequest): Reply {
  const isMeant = violations.some(({ requirement }) => requirement === 'messages.max-tokens-missing-rejected')
  return isMeant
    ? { ...reply, ...jsonReply(500, { error: { type: 'server_error', message: 'undefined', code: '500' } }) }
    : reply
}

/** Answers an unknown key with status 200 and the error as text of the model. */
function asAnswer(reply: Reply, request: IncomingRequest): Reply {
  if (reply.status !== 401 || request.presented.kind !== 'key') return reply
  return jsonReply(200, { ...messageFor(request), content: [{ type: 'text', text: 'Error: the key is not valid.' }] })
}

/** Uses another word for rejections with this status. */
function wordOf(status: number, type: string): Alteration {
  return (reply, request) => (reply.status === status ? inErrorObject(having({ type }))(reply, request) : reply)
}

/** Sends rejections that have one status with another one. */
function moved(from: number, to: number): Alteration {
  return onError(messageOperations, (reply) => (reply.status === from ? { ...reply, status: to } : reply))
}

/** Replaces one in twenty successful replies with an error. */
function nowAndThen(on: readonly Endpoint[], status: number, type: string): Alteration {
  return onSuccess(on, (reply, { ordinal }) =>
    ordinal % 20 === 3
      ? jsonReply(status, { type: 'error', error: { type, message: 'Not now.', code: 'not_now' } })
      : reply,
  )
}

/**
 * Returns whether a header was repeated. Node joins repeated headers with a comma and a space, so a list without spaces
 * is a single header.
 */
function isRepeated(header: string | undefined): boolean {
  return header?.includes(', ') === true
}
