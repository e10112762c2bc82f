import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import type { Alteration } from './alterations.ts'
import { bytes, frame, mediaTypeOf, type Reply, type ReplyEvent } from './reply.ts'

/** A change to replies that does not depend on the request. */
export type ReplyChange = (reply: Reply) => Reply

export function withStatus(status: number): ReplyChange {
  return (reply) => ({ ...reply, status })
}

/** Sends another status for successes. */
export function succeedsWith(status: number): ReplyChange {
  return (reply) => (reply.status === 200 ? { ...reply, status } : reply)
}

/** Adds header lines, or replaces those of the same name. */
export function withHeaders(headers: Readonly<Record<string, string>>): ReplyChange {
  return (reply) => ({ ...reply, headers: { ...reply.headers, ...headers } })
}

export function namesHeaders(spelling: (name: string) => string): ReplyChange {
  return (reply) => {
    const headers = { 'content-type': mediaTypeOf(reply), ...reply.headers }
    return {
      ...reply,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [spelling(name), value])),
    }
  }
}

/** Replaces a success with the HTML page of a proxy. */
export function asHtml(): Reply {
  return bytes(200, 'text/html; charset=utf-8', '<!doctype html><title>Welcome</title>')
}

/** Replaces an error with the HTML page of a proxy. */
export function asErrorPage({ status }: Reply): Reply {
  return bytes(status, 'text/html; charset=utf-8', '<!doctype html><title>Oops</title>')
}

/** Declares another type for the same bytes, in the charset that they have. */
export function asPlainText(reply: Reply): Reply {
  const [, charset = 'utf-8'] = mediaTypeOf(reply).split('charset=')
  return withHeaders({ 'content-type': `text/plain; charset=${charset}` })(reply)
}

export const withJsonType = withHeaders({ 'content-type': 'application/json' })

export function declaresJson(type: string, when: (reply: Reply) => boolean = () => true): ReplyChange {
  return (reply) => (reply.body.kind === 'json' && when(reply) ? withHeaders({ 'content-type': type })(reply) : reply)
}

/** Returns the same JSON in UTF-16, with that charset. */
export function inUtf16(reply: Reply): Reply {
  if (reply.body.kind !== 'json') return reply
  const text = Buffer.from(`\ufeff${JSON.stringify(reply.body.value)}`, 'utf16le')
  return bytes(reply.status, 'application/json; charset=utf-16le', text)
}

/** Returns the text of a stream; empty for any other reply. */
export function framesOf(reply: Reply): string {
  return reply.body.kind === 'events' ? reply.body.events.map(frame).join('') : ''
}

/** Removes `data: ` from each line of a stream. */
export function withoutDataPrefix(reply: Reply): Reply {
  return bytes(200, 'text/event-stream; charset=utf-8', framesOf(reply).replaceAll('data: ', ''))
}

/** Adds a comment with a letter in Latin-1. */
export function withLatin1Comment(reply: Reply): Reply {
  const [before, ...rest] = framesOf(reply).split(/(?=data: )/)
  const comment = Buffer.from(': \u00e9\n', 'latin1')
  const all = Buffer.concat([Buffer.from(before ?? ''), comment, Buffer.from(rest.join(''))])
  return { ...reply, body: { kind: 'bytes', type: 'text/event-stream; charset=utf-8', bytes: all } }
}

/** Writes events as text. */
export type Framing = (events: readonly ReplyEvent[]) => string

export function framed(framing: Framing): ReplyChange {
  return (reply) => (reply.body.kind === 'events' ? withText(reply, framing(reply.body.events)) : reply)
}

export function inText(change: (text: string) => string): ReplyChange {
  return (reply) => {
    const text = Buffer.from(bytesOf(reply)).toString()
    const after = change(text)
    return after === text ? reply : withText(reply, after)
  }
}

export function inJsonText(change: (value: unknown) => string): ReplyChange {
  return (reply) => (reply.body.kind === 'json' ? withText(reply, change(reply.body.value)) : reply)
}

function withText(reply: Reply, text: string): Reply {
  return withBytes(reply, Buffer.from(text))
}

/** Encodes bodies with each of `encodings` in turn, as far as the client accepts it. */
export function encodes(...encodings: readonly Encoding[]): Alteration {
  return (reply, { ordinal, acceptsCoding }) => {
    const accepted = encodings.filter((encoding) => codingsOf(encoding).every(acceptsCoding))
    return encoded(accepted[ordinal % accepted.length] ?? 'identity')(reply)
  }
}

/** Returns the codings as `accept-encoding` names them. */
function codingsOf(encoding: Encoding): readonly string[] {
  return encoding.split(', ').map((coding) => coding.replace(/^(raw |x-)/, ''))
}

type Encoding = keyof typeof encoders

export function encoded(encoding: Encoding): ReplyChange {
  return (reply) => {
    const body = encoders[encoding](bytesOf(reply))
    const whole = withBytes(withHeaders({ 'content-encoding': encoding.replace('raw ', '') })(reply), body)
    return whole.body.kind === 'chunks' ? chunked(100)(whole) : whole
  }
}

const encoders = {
  gzip: (body: Uint8Array): Uint8Array => gzipSync(body),
  'x-gzip': (body: Uint8Array): Uint8Array => gzipSync(body),
  br: (body: Uint8Array): Uint8Array => brotliCompressSync(body),
  deflate: (body: Uint8Array): Uint8Array => deflateSync(body),
  'raw deflate': (body: Uint8Array): Uint8Array => deflateRawSync(body),
  identity: (body: Uint8Array): Uint8Array => body,
  'gzip, br': (body: Uint8Array): Uint8Array => brotliCompressSync(gzipSync(body)),
} as const

/** Sends bodies without a length, in chunks of this many bytes. */
export function chunked(size: number): ReplyChange {
  return (reply) => {
    const whole = bytesOf(reply)
    const count = Math.ceil(whole.length / size)
    const chunks = Array.from({ length: count }, (_, at) => whole.subarray(at * size, (at + 1) * size))
    return { ...reply, body: { kind: 'chunks', type: mediaTypeOf(reply), chunks } }
  }
}

/** Breaks the connection in the middle of the body. */
export function withCutBody(reply: Reply): Reply {
  const whole = bytesOf(reply)
  const chunks = [whole.subarray(0, whole.length / 2)]
  return { ...reply, body: { kind: 'chunks', type: mediaTypeOf(reply), chunks, breaksOff: true } }
}

/** Returns the body of a reply as it is written. */
function bytesOf(reply: Reply): Uint8Array {
  const { body } = reply
  if (body.kind === 'bytes') return body.bytes
  if (body.kind === 'chunks') return Buffer.concat(body.chunks)
  return Buffer.from(body.kind === 'json' ? JSON.stringify(body.value) : framesOf(reply))
}

/** Replaces the body. Streams stay without a length. */
function withBytes(reply: Reply, content: Uint8Array): Reply {
  const type = mediaTypeOf(reply)
  const isStream = reply.body.kind === 'events' || reply.body.kind === 'chunks'
  return {
    ...reply,
    body: isStream ? { kind: 'chunks', type, chunks: [content] } : { kind: 'bytes', type, bytes: content },
  }
}
