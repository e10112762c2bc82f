import type { Endpoint } from '../../conformance/model/vocabulary.ts'
import type { Reply } from '../reply.ts'
import { type Alteration, breaking, only } from './alterations.ts'
import type { Fault } from './fault.ts'

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
const http: readonly Fault[] = [
  breaking(
    'http-json-as-text',
    [
      'images.reply-content-type',
      'usage.reply-content-type',
      'content.reply-content-type',
      'messages.reply-content-type',
    ],
    onJsonSuccess((reply) => ({
      ...reply,
      headers: { ...reply.headers, 'content-type': 'text/plain; charset=utf-8' },
    })),
  ),
  {
    ...breaking(
      'http-201',
      ['images.success-status', 'usage.success-status', 'content.success-status', 'messages.success-status'],
      onJsonSuccess((reply) => ({ ...reply, status: 201 })),
    ),
    mayBreak: ['messages.beta-forms-agree'],
  },
]
export default http

function onJsonSuccess(alter: (reply: Reply) => Reply): Alteration {
  return only(withJsonReplies, (reply) => (reply.status < 300 && reply.body.kind === 'json' ? alter(reply) : reply))
}
