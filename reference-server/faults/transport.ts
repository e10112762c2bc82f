import type { Endpoint } from '../../conformance/model/vocabulary.ts'
import { bytes, frame, type Reply } from '../reply.ts'
import { type Alteration, breaking, only } from './alterations.ts'
import type { Fault } from './fault.ts'

/** Sends the same reply with another status. */
export function withStatus(status: number): (reply: Reply) => Reply {
  return (reply) => ({ ...reply, status })
}

/** Replaces a success with the HTML page of a proxy. */
export function asHtml(): Reply {
  return bytes(200, 'text/html; charset=utf-8', '<!doctype html><title>Welcome</title>')
}

/** Replaces an error with the HTML page of a proxy. */
export function asErrorPage({ status }: Reply): Reply {
  return bytes(status, 'text/html; charset=utf-8', '<!doctype html><title>Oops</title>')
}

/** Declares the same reply as plain text. */
export function asPlainText(reply: Reply): Reply {
  return { ...reply, headers: { ...reply.headers, 'content-type': 'text/plain; charset=utf-8' } }
}

/** Returns the same JSON in UTF-16, with that charset. */
export function inUtf16(reply: Reply): Reply {
  if (reply.body.kind !== 'json') return reply
  const text = Buffer.from(`\ufeff${JSON.stringify(reply.body.value)}`, 'utf16le')
  return bytes(reply.status, 'application/json; charset=utf-16le', text)
}

/** Declares the same reply as JSON. */
export function withJsonType(reply: Reply): Reply {
  return { ...reply, headers: { ...reply.headers, 'content-type': 'application/json' } }
}

/** Returns the text of a stream; empty for any other reply. */
export function framesOf(reply: Reply): string {
  return reply.body.kind === 'events' ? reply.body.events.map(frame).join('') : ''
}

/** Adds a comment with a letter in Latin-1. */
export function withLatin1Comment(reply: Reply): Reply {
  const [before, ...rest] = framesOf(reply).split(/(?=data: )/)
  const comment = Buffer.from(': \u00e9\n', 'latin1')
  const all = Buffer.concat([Buffer.from(before ?? ''), comment, Buffer.from(rest.join(''))])
  return { ...reply, body: { kind: 'bytes', type: 'text/event-stream; charset=utf-8', bytes: all } }
}

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

function onJsonSuccess(alter: (reply: Reply) => Reply): Alteration {
  return only(withJsonReplies, (reply) => (reply.status < 300 && reply.body.kind === 'json' ? alter(reply) : reply))
}
