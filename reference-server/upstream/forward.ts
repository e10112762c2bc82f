import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { UpstreamFormat } from '../../conformance/core/model/upstream.ts'
import { type CalledAs, ownPath } from './formats.ts'

/** A request to the upstream, and the reference server that answers it. */
export interface Forwarded {
  readonly called: CalledAs | undefined
  readonly body: Buffer
  readonly key: string
  /** The port of the reference server, on this machine. */
  readonly port: number
}

/** Passes a request on to the reference server, under the names of the specification, and its reply back. */
export async function forward(request: IncomingMessage, response: ServerResponse, given: Forwarded): Promise<void> {
  await passBack(await ask(request, response, given), response)
}

/** Rejects a request if the reference server does. Returns whether it was rejected. */
export async function rejected(request: IncomingMessage, response: ServerResponse, given: Forwarded): Promise<boolean> {
  const reply = await ask(request, response, given)
  if (reply.statusCode === 400) await passBack(reply, response)
  else reply.destroy()
  return reply.statusCode === 400
}

async function passBack(reply: IncomingMessage, response: ServerResponse): Promise<void> {
  response.writeHead(reply.statusCode ?? 502, withoutHops(reply.headers))
  // A pipeline has many listeners, and the server has its own: Node.js would print a warning about a leak.
  response.setMaxListeners(30)
  await pipeline(reply, response)
}

/** Host and port are constants, and paths are text, so that no request leads elsewhere. */
function ask(
  { method, url = '/', headers }: IncomingMessage,
  response: ServerResponse,
  { called, body, key, port }: Forwarded,
): Promise<IncomingMessage> {
  const path = called === undefined ? url : withKey(ownPath(url, called.format), key, called.format)
  // Requests that are no calls of a model bring their own key: the reference server looks at it.
  const own = called === undefined ? withoutHops(headers) : ownHeaders(headers, key, body.length)
  return new Promise((resolve, reject) => {
    const out = send({ host: '127.0.0.1', port, path, method, headers: own }, resolve)
    out.on('error', reject)
    response.once('close', () => out.destroy())
    out.end(body)
  })
}

/**
 * Writes the key in every form, since the gateway may have sent it in another than the specification's. The version may
 * have any vendor's name, but the headers in which SDKs tell their own version are none.
 */
function ownHeaders(headers: IncomingHttpHeaders, key: string, length: number): IncomingHttpHeaders {
  const isVersion = (name: string): boolean => name.endsWith('-version') && !name.startsWith('x-stainless-')
  const named = headers['provider-version'] ?? headers[Object.keys(headers).find(isVersion) ?? '']
  return {
    ...withoutHops(headers),
    ...(named === undefined ? {} : { 'provider-version': named }),
    authorization: `Bearer ${key}`,
    'x-api-key': key,
    'content-length': String(length),
  }
}

function withKey(path: string, key: string, format: UpstreamFormat | undefined): string {
  if (format !== 'content') return path
  const [before = '', query = ''] = path.split(/\?(.*)/s)
  const parameters = new URLSearchParams(query)
  parameters.set('key', key)
  return `${before}?${parameters}`
}

const hops: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'expect'])

/** Headers that concern one connection are not passed on (RFC 9110 §7.6.1). */
function withoutHops(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hops.has(name)))
}
