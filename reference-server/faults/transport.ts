import type { Endpoint } from '../../conformance/core/model/vocabulary.ts'
import { type Alteration, only } from '../alterations.ts'
import type { IncomingRequest } from '../incoming-request.ts'
import { asPlainText, type ReplyChange, withStatus } from '../transport-alterations.ts'
import { breaking, type Fault } from './fault.ts'

/** The operations whose successful replies are JSON. */
const withJsonReplies: readonly Endpoint[] = [
  'images.generate',
  'images.edit',
  'images.variation',
  'usage.token',
  'content.generate',
  'messages.create',
]

export const transportFaults: readonly Fault[] = [
  breaking(
    'http-json-as-text',
    [
      'images.reply-content-type',
      'usage.reply-content-type',
      'content.reply-content-type',
      'messages.reply-content-type',
    ],
    onJsonSuccess(asPlainText),
  ),
  breaking(
    'http-201',
    ['images.success-status', 'usage.success-status', 'content.success-status', 'messages.success-status'],
    onJsonSuccess(withStatus(201)),
  ),
  rejectsEnvelope(
    'http-identity-rejected',
    ['usage.envelope-served', 'content.envelope-served', 'messages.envelope-served'],
    // A run sends few requests of some image operations, so that chance decides which of these offers they have.
    ({ endpoint, spelling: { headers } }) =>
      !endpoint.startsWith('images.') && valueIn(headers, 'accept-encoding') === 'identity',
  ),
  rejectsEnvelope(
    'http-body-in-chunks-rejected',
    ['images.envelope-served', 'content.envelope-served', 'messages.envelope-served'],
    ({ spelling: { headers } }) => valueIn(headers, 'transfer-encoding') === 'chunked',
  ),
  rejectsEnvelope('http-beta-query-rejected', ['messages.envelope-served'], ({ spelling: { query } }) =>
    query.split('&').includes('beta=true'),
  ),
]

function rejectsEnvelope(id: string, breaks: Fault['breaks'], isMeant: (request: IncomingRequest) => boolean): Fault {
  return { id, breaks, reject: (request) => request.validation.violations.length === 0 && isMeant(request) }
}

function valueIn(headers: IncomingRequest['spelling']['headers'], name: string): string | undefined {
  return headers.find(([candidate]) => candidate.toLowerCase() === name)?.[1]
}

function onJsonSuccess(alter: ReplyChange): Alteration {
  return only(withJsonReplies, (reply) => (reply.status < 300 && reply.body.kind === 'json' ? alter(reply) : reply))
}
