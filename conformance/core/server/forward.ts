import { type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'

/** A request that a server sends on with its whole body. */
export interface Onward {
  readonly host: string
  readonly port: number | string
  readonly method: string | undefined
  /** Path and query. They are text and are not resolved against a URL, so that no request leads to another host. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** The milliseconds after which a target that says nothing is given up. By default it is waited for. */
  readonly patience?: number | undefined
}

/** The target said nothing for as long as it was waited for. */
export class Silence extends Error {}

/**
 * Sends a request on, and returns its reply when the headers are there. Rejects with a network error or `Silence`. If
 * `client` leaves before its own response is complete, the request is aborted.
 */
export function sendOn(onward: Onward, client?: ServerResponse): Promise<IncomingMessage> {
  const { host, port, method, path, headers, body, patience } = onward
  return new Promise((resolve, reject) => {
    const length = method === 'GET' && body.length === 0 ? {} : { 'content-length': String(body.length) }
    const out = request({ host, port, method, path, headers: { ...headers, ...length }, timeout: patience })
    out.once('response', resolve).on('error', reject)
    out.on('timeout', () => out.destroy(new Silence()))
    client?.once('close', () => {
      if (!client.writableFinished) out.destroy()
    })
    out.end(body)
  })
}

/** Passes a reply back as it comes. */
export async function passBack(reply: IncomingMessage, response: ServerResponse): Promise<void> {
  response.writeHead(reply.statusCode ?? 502, withoutHops(reply.headers))
  // A pipeline has many listeners, and the server has its own: Node.js would print a warning about a leak.
  response.setMaxListeners(30)
  await pipeline(reply, response)
}

/** Returns all bytes of a message. Rejects if it breaks off. */
export async function bytesOfMessage(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Header fields that belong to one connection and are not passed on (RFC 9110, section 7.6.1). */
const connectionFields = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]

/**
 * Removes headers from a flat list of names and values: those that belong to one connection, those that `Connection`
 * names, and `others`.
 */
export function withoutHopByHop(flat: readonly string[], others: readonly string[] = []): string[] {
  const named = valuesOf(flat, 'connection').flatMap((value) => value.toLowerCase().split(/\s*,\s*/))
  const left = new Set([...connectionFields, ...named, ...others])
  return flat.filter((_, at) => !left.has((flat[at - (at % 2)] ?? '').toLowerCase()))
}

/** Returns the values of a header in a flat list of names and values. */
export function valuesOf(flat: readonly string[], name: string): readonly string[] {
  return flat.filter((_, at) => at % 2 === 1 && flat[at - 1]?.toLowerCase() === name)
}

/** Removes the headers of one connection, and the length, since the body is sent anew. */
export function withoutHops(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const left = new Set([...connectionFields, 'content-length', 'expect'])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !left.has(name)))
}
