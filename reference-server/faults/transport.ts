import type { Endpoint } from '../../conformance/model/vocabulary.ts'
import { type Alteration, only } from '../alterations.ts'
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

/** Defects in the transport of replies, for all areas. */
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
]

function onJsonSuccess(alter: ReplyChange): Alteration {
  return only(withJsonReplies, (reply) => (reply.status < 300 && reply.body.kind === 'json' ? alter(reply) : reply))
}
